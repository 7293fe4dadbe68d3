import { useState } from 'preact/hooks'
import { addressOf } from '../names.ts'
import { Field, Panel, Problem, Table, Text, useAnswer, useFields } from '../parts.tsx'
import type { LoggedRequest } from '../requestLog.ts'
import { ask, model, requestLog, requestVersion } from '../state.ts'
import { rowsOf } from '../units.ts'
import { VirtualRows } from '../VirtualRows.tsx'

interface Repeated {
  readonly method: string
  readonly ms: number
  readonly text: string
  readonly isBad: boolean
}

const keyOf = ({ number }: LoggedRequest): string => String(number)

const outcomes = ['all', 'answered', 'refused'] as const

/** The requests of other clients: method, duration and error; each can be repeated. */
export function Requests() {
  const { values, field } = useFields({ method: '', outcome: 'all' })
  const [repeated, setRepeated] = useState<Repeated | undefined>()
  // Subscribes to the signal, so that new requests render the list again.
  void requestVersion.value
  const wanted = values.method.trim().toLowerCase()
  const rows = requestLog.rows.filter(
    ({ method, error }) =>
      method.toLowerCase().includes(wanted) &&
      (values.outcome === 'all' || (values.outcome === 'refused') === (error !== undefined)),
  )
  async function repeat({ method, params = [] }: LoggedRequest): Promise<void> {
    const startMs = performance.now()
    const answer = await ask<unknown>(method, ...params).then(
      (result) => ({ text: JSON.stringify(result, null, 2), isBad: false }),
      (error: Error) => ({ text: error.message, isBad: true }),
    )
    setRepeated({ method, ms: performance.now() - startMs, ...answer })
  }
  return (
    <>
      <h1>Requests</h1>
      <div class="row">
        <Field label="Method" placeholder="eth_call" {...field('method')} />
        <Field label="Outcome" options={outcomes} {...field('outcome')} />
        <span class="dim">{requestLog.count} since the page was opened</span>
      </div>
      {repeated !== undefined && (
        <Panel title={`Repeated: ${repeated.method}, ${repeated.ms.toFixed(1)} ms`}>
          {repeated.isBad ? (
            <Problem text={repeated.text} />
          ) : (
            <p class="mono">
              <Text value={repeated.text} />
            </p>
          )}
        </Panel>
      )}
      {rows.length === 0 ? (
        <p class="dim">No requests yet. The inspector’s own requests are not listed.</p>
      ) : (
        <VirtualRows
          label="Requests, newest first"
          head={['Method', ['Time', 'number'], 'Error', ['Parameters', 'minor'], 'Action']}
          rows={rowsOf(rows, keyOf)}
          keyOf={keyOf}
        >
          {(row) => <Cells row={row} onRepeat={() => void repeat(row)} />}
        </VirtualRows>
      )}
    </>
  )
}

function Cells({ row, onRepeat }: { row: LoggedRequest; onRepeat: () => void }) {
  const { method, ms, error, params, number } = row
  return (
    <>
      <td class="mono">
        <Text value={method} />
      </td>
      <td class="number">{ms.toFixed(1)} ms</td>
      <td class="bad">{error !== undefined && <Text value={error} />}</td>
      <td class="mono minor">
        <Text value={params === undefined ? 'too long to show' : JSON.stringify(params)} />
      </td>
      <td>
        <button
          type="button"
          class="small"
          aria-label={`Repeat request ${number}`}
          disabled={params === undefined}
          onClick={onRepeat}
        >
          Repeat
        </button>
      </td>
    </>
  )
}

const kinds = ['eth_call', 'eth_getBalance', 'eth_getTransactionCount', 'eth_getStorageAt'] as const

/** One read at latest, at pending and after each flashblock, side by side. */
export function Reads() {
  const { values, field } = useFields({ kind: 'eth_call', address: '', data: '0x', slot: '0x0' })
  const pending = model.value?.pending ?? []
  const places: readonly (readonly [string, unknown])[] = [
    ['latest', 'latest'],
    ...pending.map(({ index }) => {
      const place = { blockNumber: 'pending', flashblock: index }
      return [`pending after flashblock ${Number(index)}`, place] as const
    }),
    ['pending', 'pending'],
  ]
  const address = values.address.trim()
  const key = JSON.stringify([values, places.length])
  const { result } = useAnswer(key, () =>
    Promise.all(places.map(([name, place]) => readAt(values, name, place))),
  )
  return (
    <>
      <h1>Reads</h1>
      <p class="dim">Compare one read at latest, after each flashblock, and at pending.</p>
      <div class="row">
        <Field label="Method" options={kinds} {...field('kind')} />
        <Field label="Address or name" placeholder="0x…" {...field('address')} />
        {values.kind === 'eth_call' && <Field label="Data" {...field('data')} />}
        {values.kind === 'eth_getStorageAt' && <Field label="Slot" {...field('slot')} />}
      </div>
      <Panel title="Answers">
        {address === '' ? (
          <p class="dim">Enter an address.</p>
        ) : (
          <Table label="Answers" head={['At', 'Answer']}>
            {result?.map(({ name, answer, isBad }) => (
              <tr key={name}>
                <td>{name}</td>
                <td class={`mono ${isBad ? 'bad' : ''}`}>
                  <Text value={answer} />
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Panel>
    </>
  )
}

interface Question {
  readonly kind: string
  readonly address: string
  readonly data: string
  readonly slot: string
}

async function readAt({ kind, address, data, slot }: Question, name: string, place: unknown) {
  const to = addressOf(address)
  if (to === '') return { name, answer: '', isBad: false }
  const params =
    kind === 'eth_call'
      ? [{ to, data: data.trim() }, place]
      : kind === 'eth_getStorageAt'
        ? [to, slot.trim(), place]
        : [to, place]
  return ask<string>(kind, ...params).then(
    (answer) => ({ name, answer, isBad: false }),
    (error: Error) => ({ name, answer: error.message, isBad: true }),
  )
}
