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
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
    await yieldIfDue()
  }
  return whole
}
