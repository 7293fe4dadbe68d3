import { concatBytes } from '@ethereumjs/util'
import { createPace, type PaceClock } from '../../clock/pace.ts'

/** All of a content that is made in pieces; others are served between. */
export async function collected(
  content: Iterable<Uint8Array>,
  clock: PaceClock,
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  const yieldIfDue = createPace(clock)
  for (const piece of content) {
    pieces.push(piece)
    await yieldIfDue()
  }
  return concatBytes(...pieces)
}
