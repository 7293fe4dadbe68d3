/** The times at which ticks are due: one every `tickMs`, one of them at `originMs`. */
export interface TickGrid {
  readonly originMs: number
  readonly tickMs: number
}

/** A message that comes this long before a tick is due belongs to it: the grid is known from messages only. */
const earlyMs = 5

/** The fractional part of the golden ratio, squared: its multiples spread most evenly over a unit. */
const spreadStep = (3 - Math.sqrt(5)) / 2

/**
 * The grid that a client sees. Messages come some time after their ticks; the one that came
 * soonest shows where the ticks are. Throws when there is none.
 */
export function fitGrid(arrivalsMs: readonly number[], tickMs: number): TickGrid {
  const [first] = arrivalsMs
  if (first === undefined) throw new Error('no tick was heard of')
  const offsetsMs = arrivalsMs.map((atMs) => {
    const turns = Math.round((atMs - first) / tickMs)
    return atMs - first - turns * tickMs
  })
  return { originMs: first + offsetsMs.reduce((least, ms) => Math.min(least, ms), 0), tickMs }
}

/** Milliseconds from a moment to the next tick. */
export function waitMs({ originMs, tickMs }: TickGrid, atMs: number): number {
  const turns = (atMs - originMs) / tickMs
  return (Math.floor(turns) + 1 - turns) * tickMs
}

/** When to send number `index` of a series, in ms after its start, so that the series is spread evenly over the tick. */
export function spreadMs(index: number, tickMs: number): number {
  return index * spreadStep * tickMs
}

/** By how much the first message of each tick came after it was due, in ms. */
export function lateness(
  { originMs, tickMs }: TickGrid,
  arrivalsMs: readonly number[],
): readonly number[] {
  const first = new Map<number, number>()
  for (const atMs of arrivalsMs) {
    const tick = Math.floor((atMs - originMs + earlyMs) / tickMs)
    first.set(tick, Math.min(first.get(tick) ?? Number.POSITIVE_INFINITY, atMs))
  }
  return [...first].map(([tick, atMs]) => atMs - originMs - tick * tickMs)
}
