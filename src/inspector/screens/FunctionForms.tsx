import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { addressOf } from '../names.ts'
import { Address, Field, Form, Panel, Problem, Text, useFields } from '../parts.tsx'
import { act, ask, go, notice } from '../state.ts'
import { TokenAmount } from '../tokens.tsx'
import type { AbiArgument } from '../trace.ts'
import { weiOf } from '../units.ts'
import type { Hex } from '../wire.ts'

/** Values by their names; addresses lead to their account. `token`: the numbers are amounts of it. */
export function Arguments({
  args,
  token,
}: {
  args: readonly AbiArgument[]
  token?: Hex | undefined
}) {
  return (
    <>
      {args.map(({ name, type, value }, at) => (
        <span key={at}>
          {at > 0 && ', '}
          {name !== '' && (
            <span class="dim">
              <Text value={name} />:{' '}
            </span>
          )}
          {type === 'address' && typeof value === 'string' ? (
            <Address value={value.toLowerCase()} />
          ) : token !== undefined && type === 'uint256' && /^\d+$/.test(String(value)) ? (
            <TokenAmount token={token} amount={BigInt(String(value))} hasSymbol />
          ) : (
            <Text value={typeof value === 'string' ? value : JSON.stringify(value)} />
          )}
        </span>
      ))}
    </>
  )
}

/** Sends from any address: one that is not an account of the devnet is impersonated. The first account by default. */
export async function sendAs(
  from: string,
  transaction: { readonly to?: string; readonly data?: string; readonly value: Hex },
): Promise<Hex | undefined> {
  const own = await ask<Hex[]>('eth_accounts')
  const sender = from === '' ? own[0] : from
  if (sender === undefined) throw new Error('the chain has no accounts: enter a sender address')
  if (!own.includes(sender.toLowerCase() as Hex)) {
    if ((await act('Impersonate', 'anvil_impersonateAccount', sender)) === undefined)
      return undefined
  }
  return act<Hex>('Send', 'eth_sendTransaction', { from: sender, ...transaction })
}

interface AbiParameter {
  readonly type: string
  readonly name?: string
}

export interface AbiItem {
  readonly type: string
  readonly name?: string
  readonly inputs?: readonly AbiParameter[]
  readonly outputs?: readonly AbiParameter[]
  readonly stateMutability?: string
}

interface ReadAnswer {
  readonly call: {
    readonly results?: readonly AbiArgument[]
    readonly output: Hex
    readonly error?: string
  }
}

/** A form for each function: views are called, others are sent as transactions. */
export function FunctionForms({
  address,
  abi,
}: {
  address: string
  abi?: readonly AbiItem[] | undefined
}) {
  const [from, setFrom] = useState('')
  if (abi === undefined) {
    return (
      <Panel title="Functions">
        <p class="dim">
          No artifact matches this code. Start with --artifacts, or add one with
          preconf_addArtifacts.
        </p>
      </Panel>
    )
  }
  const functions = abi.filter(({ type }) => type === 'function')
  const reads = functions.filter(isRead)
  const writes = functions.filter((item) => !isRead(item))
  return (
    <div class="pair">
      <Panel title={`Read (${reads.length})`}>
        {reads.map((item) => (
          <ReadForm key={signatureOf(item)} address={address} item={item} />
        ))}
      </Panel>
      <Panel title={`Write (${writes.length})`}>
        {writes.length > 0 && (
          <Field
            label="From (default: the first account; other addresses are impersonated)"
            placeholder="0x…"
            value={from}
            onInput={setFrom}
          />
        )}
        {writes.map((item) => (
          <WriteForm key={signatureOf(item)} address={address} item={item} from={addressOf(from)} />
        ))}
      </Panel>
    </div>
  )
}

function isRead({ stateMutability }: AbiItem): boolean {
  return stateMutability === 'view' || stateMutability === 'pure'
}

function signatureOf({ name = '', inputs = [] }: AbiItem): string {
  return `${name}(${inputs.map(({ type }) => type).join(',')})`
}

function ReadForm({ address, item }: { address: string; item: AbiItem }) {
  const { values, fields } = useArguments(item)
  const [answer, setAnswer] = useState<ReadAnswer['call'] | undefined>()
  async function read(): Promise<void> {
    try {
      const data = await encoded(item, values)
      const { call } = await ask<ReadAnswer>('preconf_trace', { to: address, data }, 'pending')
      setAnswer(call)
    } catch (error) {
      setAnswer({ output: '0x', error: (error as Error).message })
    }
  }
  return (
    <FunctionRow item={item}>
      <Form label="Read" about={item.name} onSend={read}>
        {fields}
      </Form>
      {answer?.error !== undefined && <Problem text={answer.error} />}
      {answer !== undefined && answer.error === undefined && (
        <p class="mono answer">
          {answer.results === undefined ? (
            <Text value={answer.output} />
          ) : (
            <Arguments args={answer.results} />
          )}
        </p>
      )}
    </FunctionRow>
  )
}

function WriteForm({ address, item, from }: { address: string; item: AbiItem; from: string }) {
  const { values, fields } = useArguments(item)
  const { values: paid, field } = useFields({ value: '' })
  async function send(): Promise<void> {
    const value = weiOf(paid.value === '' ? '0' : paid.value)
    try {
      if (value === undefined) throw new Error('enter an amount of ether, such as 1.5')
      const data = await encoded(item, values)
      const hash = await sendAs(from, { to: address, data, value })
      if (hash !== undefined) go(`/tx/${hash}`)
    } catch (error) {
      notice.value = { text: `${item.name}: ${(error as Error).message}`, isBad: true }
    }
  }
  return (
    <FunctionRow item={item}>
      <Form label="Send" about={item.name} onSend={send}>
        {fields}
        {item.stateMutability === 'payable' && (
          <Field label="Ether" placeholder="0" {...field('value')} />
        )}
      </Form>
    </FunctionRow>
  )
}

function FunctionRow({ item, children }: { item: AbiItem; children: ComponentChildren }) {
  return (
    <details class="function">
      <summary class="mono">
        <strong>
          <Text value={item.name ?? ''} />
        </strong>
        <span class="dim">
          <Text value={signatureOf(item).slice(item.name?.length ?? 0)} />
          {item.outputs !== undefined && item.outputs.length > 0 && (
            <Text value={` → ${item.outputs.map(({ type }) => type).join(', ')}`} />
          )}
        </span>
      </summary>
      {children}
    </details>
  )
}

/** A field for each argument; arrays and tuples are written as JSON. */
function useArguments({ inputs = [] }: AbiItem) {
  const names = inputs.map((_, at) => String(at))
  const { values, field } = useFields<string>(Object.fromEntries(names.map((name) => [name, ''])))
  const fields = inputs.map(({ name = '', type }, at) => (
    <Field
      key={at}
      label={`${name === '' ? `argument ${at + 1}` : name} (${type})`}
      placeholder={/[\])]$|^tuple/.test(type) ? 'JSON' : undefined}
      {...field(String(at))}
    />
  ))
  return { values: inputs.map((_, at) => values[String(at)] ?? ''), fields }
}

async function encoded(item: AbiItem, texts: readonly string[]): Promise<Hex> {
  const args = (item.inputs ?? []).map(({ type }, at) => argumentOf(type, (texts[at] ?? '').trim()))
  return ask<Hex>('preconf_encodeCall', item, args)
}

function argumentOf(type: string, text: string): unknown {
  if (/\]$|^tuple/.test(type)) return JSON.parse(text)
  if (type === 'bool') return text === 'true' || text === 'yes' || text === '1'
  return text
}
