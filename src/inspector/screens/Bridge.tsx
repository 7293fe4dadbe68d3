import { computed } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { network } from '../network.tsx'
import { Address, BlockLink, Panel, Problem, Table, TransactionLink, useAnswer } from '../parts.tsx'
import { ask } from '../state.ts'
import { dateOf, printable, short } from '../units.ts'
import { Ether } from '../values.tsx'
import type { Hex } from '../wire.ts'

/** A transaction of one of the chains, and its block, once it is in one. */
interface Placed {
  readonly hash: Hex
  readonly blockNumber: Hex | null
}

/** What `preconf_crossChain` answers of a message. */
type Crossing = {
  readonly status: string
  readonly network: string | null
  readonly from: Hex
  readonly to: Hex | null
  readonly value: Hex
  readonly l2: Placed
  readonly relay: 'waiting' | 'relayed' | 'failed' | null
} & (
  | { readonly kind: 'deposit'; readonly l1: Placed }
  | {
      readonly kind: 'withdrawal'
      readonly game: { readonly index: Hex; readonly l2BlockNumber: Hex } | null
      readonly finalizableAt: Hex | null
    }
)

/** What it answers of a message from one L2 to another. */
interface MessageCrossing {
  readonly kind: 'message'
  readonly status: string
  readonly from: Hex
  readonly to: Hex
  readonly source: Placed & { readonly chainId: Hex }
  readonly destination: {
    readonly chainId: Hex
    readonly hash: Hex | null
    readonly blockNumber: Hex | null
  }
}

/** Whether another chain is beside this one. */
export const hasBridge = computed(() => network.value?.hasBridge === true)

/** What goes over the bridge, the newest first. */
export function Bridge() {
  const { result, error } = useAnswer('crossings', () =>
    ask<(Crossing | MessageCrossing)[]>('preconf_crossChain'),
  )
  return (
    <>
      <h1>Bridge</h1>
      {error !== undefined && <Problem text={error} />}
      {result?.length === 0 && <p class="dim">Nothing has gone over it.</p>}
      {result !== undefined && result.length > 0 && (
        <Table
          label="Deposits, withdrawals and messages"
          head={['Message', 'State', 'From', 'To', ['Ether', 'number'], 'Sent', 'Arrives']}
        >
          {result.map((crossing) => (
            <tr key={JSON.stringify(crossing)}>
              <td>{crossing.kind}</td>
              <td>
                <Step of={crossing.status} />
              </td>
              <td>
                <Address value={crossing.from} />
              </td>
              <td>
                <Address value={crossing.to} />
              </td>
              <td class="number">
                {crossing.kind !== 'message' && <Ether wei={crossing.value} />}
              </td>
              <Ways of={crossing} />
            </tr>
          ))}
        </Table>
      )}
    </>
  )
}

/** Where it was sent, and where it arrives. */
function Ways({ of }: { of: Crossing | MessageCrossing }) {
  if (of.kind === 'message') {
    return (
      <>
        <td>{onChain(of.source)}</td>
        <td>{onChain(of.destination)}</td>
      </>
    )
  }
  const l2 = <On side="l2" network={of.network} {...of.l2} />
  return of.kind === 'deposit' ? (
    <>
      <td>
        <On side="l1" network={of.network} {...of.l1} />
      </td>
      <td>{l2}</td>
    </>
  ) : (
    <>
      <td>{l2}</td>
      <td>{of.status === 'finalized' ? 'L1' : 'L1, not yet'}</td>
    </>
  )
}

/** The life of each message of a transaction, on both chains. */
export function Crossings({ hash }: { hash: string }) {
  const { result = [] } = useAnswer(`crossings ${hash}`, () =>
    ask<(Crossing | MessageCrossing)[]>('preconf_crossChain', hash),
  )
  return (
    <>
      {result.map((crossing, index) => (
        <Panel key={index} title={titles[crossing.kind]}>
          <ol class="course" aria-label="Life">
            {(crossing.kind === 'message' ? stepsOfMessage(crossing) : stepsOf(crossing)).map(
              ([word, more]) => (
                <li key={word}>
                  <Step of={word} /> {more}
                </li>
              ),
            )}
          </ol>
        </Panel>
      ))}
    </>
  )
}

const titles = { deposit: 'Deposit', withdrawal: 'Withdrawal', message: 'Message' }

function stepsOfMessage({
  status,
  from,
  to,
  source,
  destination,
}: MessageCrossing): readonly LifeStep[] {
  return [
    [
      'sent',
      <>
        {onChain(source)}: from <Address value={from} /> to <Address value={to} />
      </>,
    ],
    [status, onChain(destination)],
  ]
}

/** A place on an L2, which may be another one than the page shows. */
function onChain({ chainId, hash, blockNumber }: MessageCrossing['destination']): string {
  const chain = `chain ${Number(chainId)}`
  if (hash === null) return chain
  const block = blockNumber === null ? '' : `, block ${Number(blockNumber)}`
  return `${chain}${block}, transaction ${short(hash)}`
}

type LifeStep = readonly [word: string, more: ComponentChildren]

function stepsOf(crossing: Crossing): readonly LifeStep[] {
  const { status, network, from, to, value, relay } = crossing
  const isDeposit = crossing.kind === 'deposit'
  const sent: LifeStep = [
    'sent',
    <>
      <On
        side={isDeposit ? 'l1' : 'l2'}
        network={network}
        {...(isDeposit ? crossing.l1 : crossing.l2)}
      />
      : <Ether wei={value} /> from <Address value={from} /> to <Address value={to} />
    </>,
  ]
  const now: LifeStep = [
    status,
    isDeposit ? <On side="l2" network={network} {...crossing.l2} /> : provenWords(crossing),
  ]
  const run: readonly LifeStep[] =
    relay === null
      ? []
      : [
          [
            relay === 'waiting' ? 'not relayed' : relay,
            relay === 'failed' && 'The message has reverted: relayMessage runs it again.',
          ],
        ]
  return [sent, now, ...run]
}

function provenWords({
  game,
  finalizableAt,
}: Extract<Crossing, { readonly kind: 'withdrawal' }>): string {
  const words =
    game === null ? [] : [`game ${Number(game.index)} of block ${Number(game.l2BlockNumber)}`]
  if (finalizableAt !== null) words.push(`can be finalized from ${dateOf(finalizableAt)} UTC`)
  return words.join(', ')
}

const looks: Readonly<Record<string, string>> = {
  preconfirmed: 'pre-confirmed',
  success: 'sealed',
  finalized: 'sealed',
  relayed: 'sealed',
  sent: 'sealed',
  reverted: 'failed',
  failed: 'failed',
}

function Step({ of }: { of: string }) {
  return (
    <span class={`badge ${looks[of] ?? 'waiting'}`}>
      <span>{of.replaceAll('-', ' ')}</span>
    </span>
  )
}

/** A transaction on one of the chains: on the other one, as a link to its own page. */
function On(props: Placed & { readonly side: 'l1' | 'l2'; readonly network: string | null }) {
  const { side, network, hash, blockNumber } = props
  const path = location.pathname.replace(/\/$/, '')
  const last = path.slice(path.lastIndexOf('/') + 1)
  const isHere = (last === 'l1') === (side === 'l1')
  const isNamed = last === 'l1' || (last !== '' && last === network)
  const base = isNamed ? path.slice(0, -last.length) : `${path}/`
  const other = `${base}${side === 'l1' ? 'l1' : (network ?? '')}`
  const words = side === 'l2' && network !== null ? printable(network) : side.toUpperCase()
  return isHere ? (
    <>
      {words} <TransactionLink hash={hash} />
      {blockNumber !== null && (
        <>
          {' '}
          in <BlockLink number={blockNumber} />
        </>
      )}
    </>
  ) : (
    <>
      {words}{' '}
      <a href={`${other}#/tx/${hash}`} title={hash} class="mono short">
        {short(hash)}
      </a>
      {blockNumber !== null && ` in #${BigInt(blockNumber)}`}
    </>
  )
}
