import fc from 'fast-check'
import { assemble, type Item } from './assemble.ts'

type Part = readonly Item[]

/** Code of up to five of the pieces, each of which leaves the stack as it was, and one of the endings. */
export function randomCode(
  pieces: readonly Part[],
  endings: readonly Part[],
): fc.Arbitrary<Uint8Array> {
  return fc
    .tuple(fc.array(fc.constantFrom(...pieces), { maxLength: 5 }), fc.constantFrom(...endings))
    .map(([parts, ending]) => assemble(...parts.flat(), ...ending))
}
