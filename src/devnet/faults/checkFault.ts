import { type CheckedFault, faultDefinitions } from '../../types/fault.ts'
import type { FaultMember } from '../../types/faultRules.ts'

/** A fault that cannot be; the message says what is wrong with it. */
export class InvalidFault extends Error {
  override readonly name = 'InvalidFault'
  readonly code = -32602
}

/** Whether a method is out of reach of faults, so that a client can always end them. */
export function isBeyondFaults(method: string): boolean {
  return method.startsWith('preconf_')
}

function show(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'object' && value !== null) return 'an object'
  const shown = typeof value === 'string' ? `'${value}'` : String(value)
  return shown.length > 100 ? `${shown.slice(0, 100)}…` : shown
}

/** Returns the members of a kind by name, or `undefined` if there is no such kind. */
export function membersOf(kind: unknown): ReadonlyMap<string, FaultMember> | undefined {
  if (typeof kind !== 'string' || !Object.hasOwn(faultDefinitions, kind)) return undefined
  return new Map(Object.entries(faultDefinitions[kind as CheckedFault['kind']].members))
}

/** A fault as given by anybody: a frozen copy without absent members. Throws an `InvalidFault`. */
export function checkFault(given: unknown): CheckedFault {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new InvalidFault(`invalid fault ${show(given)}: give an object with its kind`)
  }
  const { kind, ...values } = given as Readonly<Record<string, unknown>>
  const members = membersOf(kind)
  if (members === undefined) {
    const kinds = Object.keys(faultDefinitions).join(', ')
    const problem = kind === undefined ? 'the fault has no kind' : `no fault of kind ${show(kind)}`
    throw new InvalidFault(`${problem}: give one of ${kinds}`)
  }
  for (const [key, value] of Object.entries(values)) {
    if (value === undefined || members.has(key)) continue
    throw new InvalidFault(`a fault of kind ${kind} has no ${show(key)}`)
  }
  const fault: Record<string, unknown> = { kind }
  for (const [key, { rule, isRequired }] of members) {
    const value = values[key]
    if (value === undefined && !isRequired) continue
    const read = rule.read(value)
    if (read === undefined) {
      throw new InvalidFault(`invalid ${key} ${show(value)} of the fault ${kind}: ${rule.wanted}`)
    }
    fault[key] = read
  }
  if (typeof fault.method === 'string' && isBeyondFaults(fault.method)) {
    throw new InvalidFault(
      `invalid method ${show(fault.method)} of the fault ${kind}: faults never affect methods of the preconf namespace`,
    )
  }
  return Object.freeze(fault) as unknown as CheckedFault
}
