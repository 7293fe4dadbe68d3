import type { RequestEvent } from '../../../types/events.ts'

/** Characters of parameters, about: who wants to see or repeat a request with more has it elsewhere. */
const mostCharacters = 10_000

/** A request and how it went; without parameters where those are long. */
export function formatRequest({ method, args, durationMs, error }: RequestEvent) {
  const isShort = roomAfter(args, mostCharacters) >= 0
  return {
    method,
    ms: Math.round(durationMs * 1000) / 1000,
    ...(error !== undefined && { error: error.slice(0, mostCharacters) }),
    ...(isShort && { params: args }),
  }
}

/** What is left of a room when a value is in it; stops when there is none. */
function roomAfter(value: unknown, room: number): number {
  if (typeof value === 'string') return room - value.length - 2
  if (typeof value !== 'object' || value === null) return room - 8
  let left = room - 2
  for (const [key, inner] of Object.entries(value)) {
    left = roomAfter(inner, left - key.length)
    if (left < 0) break
  }
  return left
}
