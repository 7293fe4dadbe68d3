/** What the machine does besides only adds: a goal is missed by more than that. */
const tolerance = 1.15

/** Prints a figure beside the most that it may be; the process ends with 1 when one is missed. */
export function goal(what: string, value: number, most: number, unit: string): void {
  const isMissed = value > most * tolerance
  if (isMissed) process.exitCode = 1
  const verdict = value <= most ? 'reached' : isMissed ? 'MISSED' : 'within 15 %'
  const figure = Number.isInteger(value) ? String(value) : value.toFixed(2)
  console.log(`${what.padEnd(40)} ${figure} ${unit}, goal at most ${most}: ${verdict}`)
}
