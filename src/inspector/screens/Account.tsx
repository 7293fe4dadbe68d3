import { addressOf } from '../names.ts'
import {
  Address,
  BlockLink,
  Facts,
  Field,
  Form,
  Panel,
  Problem,
  Table,
  TransactionName,
  useAnswer,
  useAsked,
  useFields,
} from '../parts.tsx'
import { act, ask, labels, notice } from '../state.ts'
import { Tokens } from '../tokens.tsx'
import { printable, quantityOf, short, weiOf } from '../units.ts'
import { Ether, Hash } from '../values.tsx'

import type { Hex } from '../wire.ts'
import { heldAt, Send } from './Accounts.tsx'

interface Found {
  readonly txs: readonly {
    readonly hash: Hex
    readonly from: Hex
    readonly to: Hex | null
    readonly blockNumber: Hex
    readonly value: Hex
    readonly input: Hex
  }[]
}

/** One account: its balances, code, storage and transactions, and forms to change it. */
export function Account({ address }: { address: string }) {
  const label = labels.value[address.toLowerCase()]
  const { result, error } = useAnswer(`account ${address}`, async () => {
    const [latest, pending, code] = await Promise.all([
      heldAt(address, 'latest'),
      heldAt(address, 'pending'),
      ask<Hex>('eth_getCode', address, 'pending'),
    ])
    return { latest, pending, code }
  })
  if (error !== undefined) {
    return (
      <>
        <h1>Account</h1>
        <Problem text={error} />
      </>
    )
  }
  const { latest, pending, code = '0x' } = result ?? {}
  return (
    <>
      <h1>
        <bdi>{printable(titleOfAccount(label).slice(0, 60))}</bdi>
      </h1>
      <p>
        <Hash value={address} />
      </p>
      {latest && pending && (
        <Facts
          kind="short"
          facts={[
            ['Balance at latest', <Ether wei={latest.balance} />],
            ['Balance at pending', <Ether wei={pending.balance} />],
            ['Nonce at latest', Number(latest.nonce)],
            ['Nonce at pending', Number(pending.nonce)],
            ['Code', code === '0x' ? 'none' : <Code address={address} code={code} />],
          ]}
        />
      )}
      <div class="home">
        <div>
          <Tokens account={address} />
          <History address={address} />
        </div>
        <div>
          <Actions address={address} />
          <Send from={address} />
        </div>
      </div>
    </>
  )
}

/** What begins the code of an account that runs another's (EIP-7702). */
const delegation = '0xef0100'

function Code({ address, code }: { address: string; code: Hex }) {
  if (code.startsWith(delegation) && code.length === delegation.length + 40) {
    return (
      <>
        that of <Address value={`0x${code.slice(delegation.length)}`} />
      </>
    )
  }
  return <a href={`#/contract/${address}`}>Contract of {(code.length - 2) / 2} bytes</a>
}

/** Its label; a place among the chain's accounts, such as `(0)`, is no name by itself. */
function titleOfAccount(label: string | undefined): string {
  return label === undefined || label.startsWith('(') ? `Account ${label ?? ''}`.trim() : label
}

function Actions({ address }: { address: string }) {
  const { values, field } = useFields({ balance: '', token: '', amount: '' })
  function setBalance(): void {
    const wei = weiOf(values.balance)
    if (wei === undefined)
      notice.value = { text: 'enter an amount of ether, such as 1.5', isBad: true }
    else void act('Set the balance', 'anvil_setBalance', address, wei)
  }
  function deal(): void {
    const amount = quantityOf(values.amount)
    if (amount === undefined)
      notice.value = { text: 'enter a whole number of token units', isBad: true }
    else void act('Deal the token', 'anvil_dealERC20', address, addressOf(values.token), amount)
  }
  return (
    <Panel title="Change the account">
      <Form label="Set the balance" onSend={setBalance}>
        <Field label="Ether" {...field('balance')} />
      </Form>
      <Form label="Deal the token" onSend={deal}>
        <Field label="Token (ERC-20)" placeholder="0x…" {...field('token')} />
        <Field label="Amount in the smallest unit" {...field('amount')} />
      </Form>
      <div class="row">
        <button
          type="button"
          onClick={() => act('Impersonate', 'anvil_impersonateAccount', address)}
        >
          Impersonate
        </button>
        <button
          type="button"
          onClick={() => act('Stop impersonating', 'anvil_stopImpersonatingAccount', address)}
        >
          Stop impersonating
        </button>
      </div>
    </Panel>
  )
}

function History({ address }: { address: string }) {
  const { result, error } = useAsked<Found>(
    'ots_searchTransactionsBefore',
    [address, 0, 25],
    'seals',
  )
  return (
    <Panel title="Newest sealed transactions">
      {error !== undefined && <Problem text={error} />}
      {result?.txs.length === 0 && <p class="dim">None.</p>}
      {(result?.txs.length ?? 0) > 0 && (
        <Table
          label="Transactions of the account"
          isCompact
          head={['What', 'Hash', 'From', 'To', ['Value', 'number'], ['Block', 'number']]}
        >
          {result?.txs.map(({ hash, from, to, blockNumber, value, input }) => (
            <tr key={hash}>
              <td>
                <TransactionName of={{ hash, to, data: input }} />
              </td>
              <td class="mono dim">{short(hash)}</td>
              <td>
                <Address value={from} />
              </td>
              <td>
                <Address value={to} />
              </td>
              <td class="number">
                <Ether wei={value} />
              </td>
              <td class="number">
                <BlockLink number={blockNumber} />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  )
}
