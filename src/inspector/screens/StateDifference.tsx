import { Address, Table } from '../parts.tsx'
import { ether } from '../units.ts'
import type { Hex } from '../wire.ts'

interface AccountState {
  readonly balance?: Hex
  readonly nonce?: number
  readonly code?: Hex
  readonly storage?: Readonly<Record<Hex, Hex>>
}

/** As geth's `prestateTracer` has it with `diffMode`. */
export interface StateDiff {
  readonly pre: Readonly<Record<Hex, AccountState>>
  readonly post: Readonly<Record<Hex, AccountState>>
}

const mostRows = 500

interface Change {
  readonly address: string
  readonly what: string
  readonly before: string
  readonly after: string
}

export function StateDifference({ difference }: { difference: StateDiff }) {
  const changes = changesOf(difference)
  if (changes.length === 0) return <p class="dim">Nothing.</p>
  return (
    <Table label="What it changed" head={['Account', 'What', 'Before', 'After']}>
      {changes.slice(0, mostRows).map(({ address, what, before, after }) => (
        <tr key={`${address} ${what}`}>
          <td>
            <Address value={address} />
          </td>
          <td class="mono">{what}</td>
          <td class="mono">{before}</td>
          <td class="mono">{after}</td>
        </tr>
      ))}
    </Table>
  )
}

function changesOf({ pre, post }: StateDiff): readonly Change[] {
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
      ...slots.map((slot) => ({
        what: `slot ${shortSlot(slot)}`,
        before: word(before.storage?.[slot]),
        after: word(after.storage?.[slot]),
        address,
      })),
    ]
    return changes
      .filter((change) => change !== undefined)
      .map((change) => ({ ...change, address }))
  })
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
