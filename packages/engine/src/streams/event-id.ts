/** 32 hexadecimal digits for the record at one position of one stream: FNV-1a, once for each quarter. */
export function eventId(streamArn: string, sequenceNumber: string): string {
  const text = `${streamArn}/${sequenceNumber}`;
  let id = '';
  for (let quarter = 0; quarter < 4; quarter += 1) {
    let hash = 0x811c9dc5 ^ quarter;
    for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    id += ((hash ^ (hash >>> 13)) >>> 0).toString(16).padStart(8, '0');
  }
  return id;
}
