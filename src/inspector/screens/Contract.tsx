import {
  BlockLink,
  Facts,
  Panel,
  Problem,
  Table,
  Text,
  TransactionLink,
  useAnswer,
  useAsked,
} from '../parts.tsx'
import { Source } from '../Source.tsx'
import { ask, labels } from '../state.ts'
import { decimal } from '../units.ts'
import { Hash } from '../values.tsx'
import type { Hex } from '../wire.ts'
import { EventTable, type LogAnswer } from './EventTable.tsx'
import { type AbiItem, FunctionForms } from './FunctionForms.tsx'

/** What `preconf_getContract` answers. */
export interface ContractAnswer {
  readonly address: Hex
  readonly codeSize: number
  readonly name?: string
  readonly sourceName?: string
  readonly compiler?: string
  readonly abi?: readonly AbiItem[]
  readonly sources?: Readonly<Record<string, string>>
  readonly proxy?: { readonly kind: string; readonly implementation: Hex }
}

/** A contract and, of a proxy, what runs behind it. */
interface Known {
  readonly own: ContractAnswer | null
  readonly behind?: ContractAnswer | null
}

async function knownOf(address: string): Promise<Known> {
  const own = await ask<ContractAnswer | null>('preconf_getContract', address, 'pending')
  const implementation = own?.proxy?.implementation
  if (implementation === undefined) return { own }
  return { own, behind: await ask('preconf_getContract', implementation, 'pending') }
}

/** A contract: its source, forms for its functions, its storage by name, its events. */
export function Contract({ address }: { address: string }) {
  const { result, error } = useAnswer(`contract ${address}`, () => knownOf(address), 'seals')
  if (error !== undefined) return <Problem text={error} />
  if (result === undefined) return <h1>Contract</h1>
  const { own, behind } = result
  if (own === null) {
    return (
      <>
        <h1>Contract</h1>
        <p>
          <Hash value={address} />
        </p>
        <p>
          There is no code here. <a href={`#/account/${address}`}>Show the account</a>
        </p>
      </>
    )
  }
  const described = behind?.abi === undefined ? own : behind
  return (
    <>
      <h1>
        <Text value={own.name ?? 'Contract'} />
      </h1>
      <p>
        <Hash value={address} />
      </p>
      <ContractFacts own={own} behind={behind ?? undefined} />
      <FunctionForms address={address} abi={described.abi} />
      <Storage address={address} />
      <ContractEvents address={address} />
      <Sources own={own} behind={behind ?? undefined} />
    </>
  )
}

function ContractFacts({
  own,
  behind,
}: {
  own: ContractAnswer
  behind?: ContractAnswer | undefined
}) {
  const { address, codeSize, sourceName, compiler, proxy } = own
  const creator = useAnswer(
    `creator ${address}`,
    () => ask<{ hash: Hex; creator: Hex } | null>('ots_getContractCreator', address),
    'nothing',
  ).result
  const label = labels.value[address.toLowerCase()]
  return (
    <Facts
      facts={[
        ['Account', <a href={`#/account/${address}`}>balance, nonce, transactions</a>],
        ...(label === undefined ? [] : [['Label', <Text value={label} />] as const]),
        ['Code', `${decimal(String(codeSize))} bytes`],
        [
          'Source',
          sourceName !== undefined ? (
            <Text value={sourceName} />
          ) : own.abi === undefined ? (
            'no matching artifact'
          ) : (
            'ABI only'
          ),
        ],
        ...(compiler === undefined ? [] : [['Compiler', compiler] as const]),
        ...(creator ? [['Created in', <TransactionLink hash={creator.hash} />] as const] : []),
        ...(proxy
          ? [
              [
                `Proxy (${proxy.kind}) of`,
                <>
                  <a class="mono" href={`#/contract/${proxy.implementation}`}>
                    {proxy.implementation}
                  </a>{' '}
                  {behind?.name !== undefined && <Text value={behind.name} />}
                </>,
              ] as const,
            ]
          : []),
      ]}
    />
  )
}

interface Stored {
  readonly variables: readonly {
    readonly slot: Hex
    readonly variable: string
    readonly type: string
    readonly value: string
  }[]
  readonly unnamed: readonly { readonly slot: Hex; readonly value: Hex }[]
  readonly isCut: boolean
}

function Storage({ address }: { address: string }) {
  const { result, error } = useAsked<Stored>('preconf_getStorage', [address, 'pending'])
  return (
    <Panel title="Storage at pending">
      {error !== undefined && <Problem text={error} />}
      {result !== undefined && result.variables.length + result.unnamed.length === 0 && (
        <p class="dim">Storage is empty.</p>
      )}
      {result !== undefined && result.variables.length > 0 && (
        <Table label="Variables" head={['Variable', 'Type', 'Value']}>
          {result.variables.map(({ slot, variable, type, value }) => (
            <tr key={`${slot} ${variable}`} title={`slot ${slot}`}>
              <td class="mono">
                <Text value={variable} />
              </td>
              <td class="dim">{type}</td>
              <td class="mono">
                <Text value={value} />
              </td>
            </tr>
          ))}
        </Table>
      )}
      {result !== undefined && result.unnamed.length > 0 && (
        <Table label="Slots without a name" head={['Slot', 'Value']}>
          {result.unnamed.map(({ slot, value }) => (
            <tr key={slot}>
              <td class="mono" title={slot}>
                {plain(slot)}
              </td>
              <td class="mono" title={value}>
                {plain(value)}
              </td>
            </tr>
          ))}
        </Table>
      )}
      {result?.isCut && <p class="dim">Not all slots are shown.</p>}
    </Panel>
  )
}

/** A word as a short text or a small number where it can be one, otherwise without the zeros in front. */
function plain(word: Hex): string {
  const value = BigInt(word)
  const text = shortText(word)
  if (text !== undefined) return `"${text}"`
  return value <= Number.MAX_SAFE_INTEGER ? decimal(String(value)) : `0x${value.toString(16)}`
}

/** The text of a slot that holds one of up to 31 bytes, as Solidity stores it: twice its length in the last byte. */
function shortText(word: Hex): string | undefined {
  const bytes = (word.slice(2).padStart(64, '0').match(/../g) ?? []).map((byte) =>
    Number(`0x${byte}`),
  )
  const length = (bytes[31] ?? 0) / 2
  const isRest = bytes.slice(length, 31).every((byte) => byte === 0)
  const isText = bytes.slice(0, length).every((byte) => byte >= 0x20 && byte < 0x7f)
  if (length === 0 || length > 31 || !Number.isInteger(length) || !isRest || !isText)
    return undefined
  return String.fromCharCode(...bytes.slice(0, length))
}

/** Blocks in which events are looked for. */
const eventBlocks = 1000n
const maxEvents = 100

function ContractEvents({ address }: { address: string }) {
  const { result, error } = useAnswer(`events ${address}`, async () => {
    const head = BigInt(await ask<Hex>('eth_blockNumber'))
    const from = head > eventBlocks ? head - eventBlocks : 0n
    const filter = { address, fromBlock: `0x${from.toString(16)}`, toBlock: 'pending' }
    const logs = await ask<(LogAnswer & { blockNumber: Hex })[]>('eth_getLogs', filter)
    return logs.slice(-maxEvents).reverse()
  })
  return (
    <Panel title="Newest events">
      {error !== undefined && <Problem text={error} />}
      {result?.length === 0 && <p class="dim">None in the newest {String(eventBlocks)} blocks.</p>}
      {result !== undefined && result.length > 0 && (
        <EventTable
          logs={result}
          first="Block"
          firstOf={({ blockNumber }) => <BlockLink number={blockNumber} />}
        />
      )}
    </Panel>
  )
}

function Sources({ own, behind }: { own: ContractAnswer; behind?: ContractAnswer | undefined }) {
  const files = Object.entries({ ...own.sources, ...behind?.sources })
  if (files.length === 0) return null
  return (
    <Panel title="Source">
      {files.map(([name, text], at) => (
        <details key={name} open={at === 0}>
          <summary>
            <Text value={name} />
          </summary>
          <Source label={name} text={text} />
        </details>
      ))}
    </Panel>
  )
}
