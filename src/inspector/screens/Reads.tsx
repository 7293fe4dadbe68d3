import { Field, Panel, Table, Text, useAnswer, useFields } from '../parts.tsx'
import { ask, model } from '../state.ts'

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
      <p class="dim">The same question at every point between the newest sealed block and now.</p>
      <div class="row">
        <Field label="Method" options={kinds} {...field('kind')} />
        <Field label="Address" placeholder="0x…" {...field('address')} />
        {values.kind === 'eth_call' && <Field label="Data" {...field('data')} />}
        {values.kind === 'eth_getStorageAt' && <Field label="Slot" {...field('slot')} />}
      </div>
      <Panel title="Answers">
        {address === '' ? (
          <p class="dim">Give an address.</p>
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
  const to = address.trim()
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
