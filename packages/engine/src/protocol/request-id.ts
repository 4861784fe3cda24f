import type { Runtime } from '@holdfast/wire';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUV';
const length = 52;
const charactersPerDraw = 6;

/** A request id as the service writes them: 52 characters out of `0-9A-V`. */
export function requestId(runtime: Pick<Runtime, 'random'>): string {
  let id = '';
  while (id.length < length) {
    let bits = Math.floor(runtime.random() * 2 ** (5 * charactersPerDraw));
    for (let count = 0; count < charactersPerDraw && id.length < length; count++) {
      id += alphabet[bits & 31];
      bits >>>= 5;
    }
  }
  return id;
}
