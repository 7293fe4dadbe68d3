import { faultDefinitions } from '../types/fault.ts'
import type { FaultMember, FaultRule } from '../types/faultRules.ts'

/** A kind of fault as a form shows it. */
export interface FaultForm {
  readonly kind: string
  readonly summary: string
  readonly fields: readonly (FaultMember & { readonly name: string })[]
}

export const faultForms: readonly FaultForm[] = Object.entries(faultDefinitions).map(
  ([kind, { summary, members }]) => ({
    kind,
    summary,
    fields: Object.entries<FaultMember>(members).map(([name, member]) => ({ name, ...member })),
  }),
)

/**
 * Returns the fault that a form describes; fields that are left empty are left out. Throws a `SyntaxError`
 * for invalid JSON.
 */
export function faultOf(
  { kind, fields }: FaultForm,
  values: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> {
  const members = fields.flatMap(({ name, rule }) => {
    const text = (values[name] ?? '').trim()
    return text === '' ? [] : [[name, memberOf(rule.input, text)] as const]
  })
  return { kind, ...Object.fromEntries(members) }
}

function memberOf(input: FaultRule['input'], text: string): unknown {
  switch (input) {
    case 'number':
      return Number(text)
    case 'boolean':
      return text === 'yes'
    case 'order':
      return text.startsWith('0x') ? text.split(/[\s,]+/) : text
    case 'json':
      return JSON.parse(text)
    case 'text':
      return text
  }
}
