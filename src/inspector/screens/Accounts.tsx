import { addressOf } from '../names.ts'
import { Address, Field, Form, Panel, Problem, Table, useAnswer, useFields } from '../parts.tsx'
import { ask, go, labels, notice } from '../state.ts'
import { short, weiOf } from '../units.ts'
import { Ether } from '../values.tsx'
import type { Hex } from '../wire.ts'
import { sendAs } from './FunctionForms.tsx'

interface Held {
  readonly balance: Hex
  readonly nonce: Hex
}

const maxShown = 100

/** The minimum time between two looks at all accounts, in ms: each takes two requests. */
const accountsRestMs = 1000

/** The devnet's accounts and those with names, at latest beside pending. */
export function Accounts() {
  const named = Object.keys(labels.value)
  const own = useAnswer('accounts', () => ask<Hex[]>('eth_accounts'), 'seals')
  const all = [...new Set([...(own.result ?? []), ...named] as Hex[])].slice(0, maxShown)
  const heldBy = (tag: string) => async () =>
    new Map(await Promise.all(all.map(async (one) => [one, await heldAt(one, tag)] as const)))
  const key = all.join()
  const latest = useAnswer(`latest ${key}`, heldBy('latest'), 'seals', accountsRestMs)
  const pending = useAnswer(`pending ${key}`, heldBy('pending'), 'chain', accountsRestMs)
  const error = own.error ?? latest.error ?? pending.error
  const { values, field } = useFields({ address: '' })
  return (
    <>
      <h1>Accounts</h1>
      <Form label="Show" onSend={() => go(`/account/${addressOf(values.address).toLowerCase()}`)}>
        <Field label="Any address or name" placeholder="0x…" {...field('address')} />
      </Form>
      {error !== undefined && <Problem text={error} />}
      <Table
        label="Accounts"
        head={[
          'Account',
          'Address',
          ['Balance at latest', 'number'],
          ['Balance at pending', 'number'],
          ['Nonce at latest', 'number'],
          ['Nonce at pending', 'number'],
        ]}
      >
        {all.map((address) => (
          <AccountRow
            key={address}
            address={address}
            latest={latest.result?.get(address)}
            pending={pending.result?.get(address)}
          />
        ))}
      </Table>
      <Send />
    </>
  )
}

function AccountRow(props: { address: Hex; latest: Held | undefined; pending: Held | undefined }) {
  const { address, latest, pending = latest } = props
  return (
    <tr>
      <td>
        <Address value={address} />
      </td>
      <td class="mono dim short">{short(address)}</td>
      <td class="number">{latest && <Ether wei={latest.balance} />}</td>
      <td class={`number ${latest?.balance === pending?.balance ? '' : 'warn'}`}>
        {pending && <Ether wei={pending.balance} />}
      </td>
      <td class="number">{latest && Number(latest.nonce)}</td>
      <td class={`number ${latest?.nonce === pending?.nonce ? '' : 'warn'}`}>
        {pending && Number(pending.nonce)}
      </td>
    </tr>
  )
}

export async function heldAt(address: string, tag: string): Promise<Held> {
  const [balance, nonce] = await Promise.all([
    ask<Hex>('eth_getBalance', address, tag),
    ask<Hex>('eth_getTransactionCount', address, tag),
  ])
  return { balance, nonce }
}

/** Sends from an account of the devnet, or from any by impersonating it. */
export function Send({ from = '' }: { from?: string }) {
  const { values, field } = useFields({ from, to: '', value: '', data: '' })
  async function send(): Promise<void> {
    const value = weiOf(values.value === '' ? '0' : values.value)
    if (value === undefined) {
      notice.value = {
        text: `"${values.value}" is not an amount of ether: enter one such as 1.5`,
        isBad: true,
      }
      return
    }
    const hash = await sendAs(addressOf(values.from), {
      ...(values.to.trim() !== '' && { to: addressOf(values.to) }),
      value,
      ...(values.data.trim() !== '' && { data: values.data.trim() }),
    })
    if (hash !== undefined) go(`/tx/${hash}`)
  }
  return (
    <Panel title="Send a transaction">
      <Form label="Send" onSend={send}>
        <Field
          label="From (default: the first account; other addresses are impersonated)"
          placeholder="0x…"
          {...field('from')}
        />
        <Field label="To (empty creates a contract)" placeholder="0x…" {...field('to')} />
        <Field label="Ether" placeholder="0" {...field('value')} />
        <Field label="Data" placeholder="0x" {...field('data')} />
      </Form>
    </Panel>
  )
}
