import { Address, Table, Text } from '../parts.tsx'
import type { StorageChange } from '../trace.ts'
import { ether } from '../units.ts'
import type { Hex } from '../wire.ts'

interface AccountState {
  readonly balance?: Hex
  readonly nonce?: number
  readonly code?: Hex
  readonly storage?: Readonly<Record<Hex, Hex>>
}

/** The result of geth's `prestateTracer` with `diffMode`. */
export interface StateDiff {
  readonly pre: Readonly<Record<Hex, AccountState>>
  readonly post: Readonly<Record<Hex, AccountState>>
}

const maxRows = 500

interface Change {
  readonly address: string
  readonly what: string
  readonly before: string
  readonly after: string
}

/** `names`: variables that have changed, by account and slot. */
export function StateDifference(props: {
  difference: StateDiff
  names?: ReadonlyMap<string, readonly StorageChange[]> | undefined
}) {
  const { difference, names } = props
  const changes = changesOf(difference, names)
  if (changes.length === 0) return <p class="dim">No changes.</p>
  return (
    <Table label="State changes" hasCards head={['Account', 'What', 'Before', 'After']}>
      {changes.slice(0, maxRows).map(({ address, what, before, after }) => (
        <tr key={`${address} ${what}`}>
          <td>
            <Address value={address} />
          </td>
          <td class="mono">
            <Text value={what} />
          </td>
          <td class="mono">
            <Text value={before} />
          </td>
          <td class="mono">
            <Text value={after} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

function changesOf(
  { pre, post }: StateDiff,
  names: ReadonlyMap<string, readonly StorageChange[]> | undefined,
): readonly Change[] {
  const addresses = [...new Set([...Object.keys(pre), ...Object.keys(post)])] as Hex[]
  return addresses.flatMap((address) => {
    const before = pre[address] ?? {}
    const after = post[address] ?? {}
    const slots = [
      ...new Set([...Object.keys(before.storage ?? {}), ...Object.keys(after.storage ?? {})]),
    ] as Hex[]
    const changes: (Change | undefined)[] = [
      changed('balance', before.balance ?? '0x0', after.balance, ether),
      changed('nonce', before.nonce ?? 0, after.nonce, String),
      changed('code', before.code ?? '0x', after.code, (code) => `${(code.length - 2) / 2} bytes`),
      ...slots.flatMap((slot): readonly Change[] => {
        const named = names?.get(`${address} ${BigInt(slot)}`)
        if (named !== undefined) return byVariable(address, named)
        const [from, to] = [before, after].map(({ storage }) => word(storage?.[slot]))
        return [{ what: `slot ${shortSlot(slot)}`, before: from ?? '', after: to ?? '', address }]
      }),
    ]
    return changes
      .filter((change) => change !== undefined)
      .map((change) => ({ ...change, address }))
  })
}

/** Returns the first and the last value of each variable that calls have changed. */
function byVariable(address: string, changes: readonly StorageChange[]): readonly Change[] {
  const variables = new Map<string, Change>()
  for (const { variable = '', before, after } of changes) {
    const first = variables.get(variable)?.before ?? before
    variables.set(variable, { address, what: variable, before: first, after })
  }
  return [...variables.values()]
}

function changed<Value>(
  what: string,
  before: Value,
  after: Value | undefined,
  show: (value: Value) => string,
): Change | undefined {
  if (after === undefined) return undefined
  return { what, before: show(before), after: show(after), address: '' }
}

/** A small number as that, a hash whole. */
function shortSlot(slot: Hex): string {
  return BigInt(slot) < 1_000_000n ? String(BigInt(slot)) : slot
}

function word(value: Hex | undefined): string {
  return value === undefined ? '0x0' : `0x${BigInt(value).toString(16)}`
}
