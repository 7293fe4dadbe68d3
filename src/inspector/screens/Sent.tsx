import type { ComponentChildren } from 'preact'
import { Address, BlockLink, Call, Facts, Panel, Table, Text, useAnswer } from '../parts.tsx'
import { ask } from '../state.ts'
import { decimal, gwei } from '../units.ts'
import { Ether, Hash } from '../values.tsx'
import type { Hex } from '../wire.ts'
import type { LogAnswer } from './EventTable.tsx'

export interface TransactionAnswer {
  readonly hash: Hex
  readonly blockNumber: Hex | null
  readonly transactionIndex: Hex | null
  readonly from: Hex
  readonly to: Hex | null
  readonly value: Hex
  readonly nonce: Hex
  readonly gas: Hex
  readonly gasPrice?: Hex
  readonly maxFeePerGas?: Hex
  readonly maxPriorityFeePerGas?: Hex
  readonly input: Hex
  readonly type: Hex
  readonly accessList?: readonly { readonly address: Hex; readonly storageKeys: readonly Hex[] }[]
  readonly maxFeePerBlobGas?: Hex
  readonly blobVersionedHashes?: readonly Hex[]
  readonly authorizationList?: readonly {
    readonly chainId: Hex
    readonly address: Hex
    readonly nonce: Hex
  }[]
  /** The source of a deposit of the OP stack. */
  readonly sourceHash?: Hex
  readonly mint?: Hex | null
}

export interface ReceiptAnswer {
  readonly blockNumber: Hex
  readonly status: Hex
  readonly gasUsed: Hex
  readonly effectiveGasPrice: Hex
  readonly contractAddress: Hex | null
  readonly blobGasUsed?: Hex
  readonly blobGasPrice?: Hex
  readonly logs: readonly LogAnswer[]
}

/** What the types of transactions are called. */
const typeNames: Readonly<Record<Hex, string>> = {
  '0x0': 'legacy',
  '0x1': 'access list',
  '0x2': 'fee market',
  '0x3': 'blobs',
  '0x4': 'sets code',
  '0x7e': 'deposit',
}

/** A transaction as it was sent. */
export function Sent(props: {
  transaction: TransactionAnswer
  receipt: ReceiptAnswer | undefined
}) {
  const { transaction, receipt } = props
  const { hash, from, to, value, gas, input, blockNumber, transactionIndex, type } = transaction
  const { accessList = [], authorizationList = [], blobVersionedHashes = [] } = transaction
  const facts: (readonly [string, ComponentChildren])[] = [
    ['From', <Address value={from} />],
    ['To', <Address value={to ?? receipt?.contractAddress} />],
    [
      'Calls',
      <Call of={{ hash, to, data: input }} place={blockNumber === null ? 'waiting' : 'sealed'} />,
    ],
    ['Value', <Ether wei={value} />],
    ['Nonce', <Nonce transaction={transaction} />],
    ['Type', [decimal(type), typeNames[type]].filter(Boolean).join(', ')],
    ['Gas', receipt ? `${decimal(receipt.gasUsed)} of ${decimal(gas)}` : decimal(gas)],
    ['Fee', <Fee transaction={transaction} receipt={receipt} />],
  ]
  if (transaction.mint) facts.push(['Minted', <Ether wei={transaction.mint} />])
  if (transaction.sourceHash) facts.push(['Source', <Hash value={transaction.sourceHash} />])
  if (blockNumber !== null) {
    facts.push([
      'Block',
      <>
        <BlockLink number={blockNumber} /> at {decimal(transactionIndex ?? '0x0')}
      </>,
    ])
  }
  if (receipt !== undefined) {
    const isGood = receipt.status === '0x1'
    facts.push([
      'Outcome',
      <span class={isGood ? 'good' : 'bad'}>{isGood ? 'success' : 'failed'}</span>,
    ])
  }
  return (
    <Panel title="Request">
      <Facts facts={facts} />
      {authorizationList.length > 0 && (
        <Table label="Delegations" head={['Code of', 'Chain', ['Nonce', 'number']]}>
          {authorizationList.map(({ address, chainId, nonce }) => (
            <tr key={`${address} ${nonce}`}>
              <td>
                <Address value={address} />
              </td>
              <td>{BigInt(chainId) === 0n ? 'any' : BigInt(chainId).toString()}</td>
              <td class="number">{decimal(nonce)}</td>
            </tr>
          ))}
        </Table>
      )}
      {blobVersionedHashes.length > 0 && (
        <Listed title={`Blobs (${blobVersionedHashes.length})`}>
          {blobVersionedHashes.map((blob) => (
            <li key={blob}>
              <Hash value={blob} />
            </li>
          ))}
        </Listed>
      )}
      {accessList.length > 0 && (
        <Listed title={`Access list (${accessList.length})`}>
          {accessList.map(({ address, storageKeys }) => (
            <li key={address}>
              <Address value={address} />
              {storageKeys.map((slot) => (
                <div key={slot} class="mono dim">
                  {slot}
                </div>
              ))}
            </li>
          ))}
        </Listed>
      )}
      {input !== '0x' && (
        <details>
          <summary>Data ({(input.length - 2) / 2} bytes)</summary>
          <p class="mono">
            <Text value={input} />
          </p>
        </details>
      )}
    </Panel>
  )
}

/** A list that is opened by a click. */
function Listed({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <details>
      <summary>{title}</summary>
      <ul class="entries">{children}</ul>
    </details>
  )
}

/** A nonce, with the sender's transactions of the nonces beside it. */
function Nonce({ transaction: { from, nonce, type } }: { transaction: TransactionAnswer }) {
  const at = Number(nonce)
  const [before, after] =
    useAnswer(
      `beside ${from} ${nonce}`,
      () =>
        Promise.all(
          // Deposits share the nonces of what is signed.
          [at - 1, at + 1].map((number) =>
            number < 0 || type === '0x7e'
              ? null
              : ask<Hex | null>('ots_getTransactionBySenderAndNonce', from, number),
          ),
        ),
      'rewinds',
    ).result ?? []
  return (
    <>
      {decimal(nonce)}
      {before && <Beside hash={before} words={`previous: ${decimal(String(at - 1))}`} />}
      {after && <Beside hash={after} words={`next: ${decimal(String(at + 1))}`} />}
    </>
  )
}

function Beside({ hash, words }: { hash: Hex; words: string }) {
  return (
    <>
      {' '}
      <a href={`#/tx/${hash}`} title={hash}>
        {words}
      </a>
    </>
  )
}

/** What a transaction has paid for each gas, and what it offers. */
function Fee(props: { transaction: TransactionAnswer; receipt: ReceiptAnswer | undefined }) {
  const { gasPrice = '0x0', maxFeePerGas, maxPriorityFeePerGas = '0x0' } = props.transaction
  const { maxFeePerBlobGas } = props.transaction
  const { effectiveGasPrice: paid, blobGasPrice } = props.receipt ?? {}
  return (
    <>
      {paid !== undefined && (
        <>
          <Gwei wei={paid} /> per gas paid;{' '}
        </>
      )}
      {maxFeePerGas === undefined ? (
        <>
          <Gwei wei={gasPrice} /> per gas offered
        </>
      ) : (
        <>
          cap <Gwei wei={maxFeePerGas} />, tip <Gwei wei={maxPriorityFeePerGas} /> per gas
        </>
      )}
      {maxFeePerBlobGas !== undefined && (
        <>
          ;{' '}
          {blobGasPrice !== undefined && (
            <>
              <Gwei wei={blobGasPrice} /> per blob gas paid,{' '}
            </>
          )}
          cap <Gwei wei={maxFeePerBlobGas} />
        </>
      )}
    </>
  )
}

/** A price of gas in short, exact in the title. */
function Gwei({ wei }: { wei: Hex }) {
  return <span title={`${decimal(wei)} wei`}>{gwei(wei)}</span>
}
