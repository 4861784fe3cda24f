/** Ten attributes of a person, beside the id. */
export const values = {
  name: 'Ann',
  street: 'Main Street 1',
  city: 'Oslo',
  country: 'NO',
  phone: '+47 1',
  plan: 'paid',
  visits: 7,
  score: 12.5,
  credit: 100,
  level: 3,
} as const;
