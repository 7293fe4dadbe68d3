import { wallNow } from '../../lib/realTimers.ts'

let second = 0
let text = ''

/** The time now, as HTTP writes it. */
export function httpDate(): string {
  const now = Math.floor(wallNow() / 1000)
  if (now !== second) {
    second = now
    text = new Date(now * 1000).toUTCString()
  }
  return text
}
