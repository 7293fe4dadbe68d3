import { useState } from 'preact/hooks'
import { faultDefinitions } from '../../types/fault.ts'
import type { FaultMember, FaultRule } from '../../types/faultRules.ts'
import { Field, Form, Panel, Table, Text, TransactionLink, useFields } from '../parts.tsx'
import { act, notice, status } from '../state.ts'
import type { FaultHit } from '../wire.ts'

/** A kind of fault as a form shows it. */
interface FaultForm {
  readonly kind: string
  readonly summary: string
  readonly fields: readonly (FaultMember & { readonly name: string })[]
}

const faultForms: readonly FaultForm[] = Object.entries(faultDefinitions).map(
  ([kind, { summary, members }]) => ({
    kind,
    summary,
    fields: Object.entries<FaultMember>(members).map(([name, member]) => ({ name, ...member })),
  }),
)

/**
 * Returns the fault that a form describes; empty fields are omitted. Throws a `SyntaxError`
 * for invalid JSON.
 */
function faultOf(
  { kind, fields }: FaultForm,
  values: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> {
  const members = fields.flatMap(({ name, rule }) => {
    const text = (values[name] ?? '').trim()
    return text === '' ? [] : [[name, memberOf(rule.input, text)] as const]
  })
  return { kind, ...Object.fromEntries(members) }
}

function memberOf(input: FaultRule['input'], text: string): unknown {
  switch (input) {
    case 'number':
      return Number(text)
    case 'boolean':
      return text === 'yes'
    case 'order':
      return text.startsWith('0x') ? text.split(/[\s,]+/) : text
    case 'json':
      return JSON.parse(text)
    case 'text':
      return text
  }
}

/** The active faults, and a form to arm another. */
export function Faults() {
  const [name, setName] = useState(faultForms[0]?.kind ?? '')
  const faults = status.value?.faults ?? []
  const chosen = faultForms.find(({ kind }) => kind === name)
  return (
    <>
      <h1>Faults</h1>
      <Panel title={`Armed (${faults.length})`}>
        {faults.length === 0 ? (
          <p class="dim">No active faults.</p>
        ) : (
          <Table
            label="Armed faults"
            head={['Id', 'Kind', 'With', ['Applied', 'number'], ['Remaining', 'number'], 'Action']}
          >
            {faults.map(({ id, fault: { kind, ...members }, applied, remaining }) => (
              <tr key={id}>
                <td>{Number(id)}</td>
                <td>{kind}</td>
                <td class="mono">
                  <Text value={Object.keys(members).length > 0 ? JSON.stringify(members) : ''} />
                </td>
                <td class="number">{applied}</td>
                <td class="number">{remaining ?? 'always'}</td>
                <td>
                  <button
                    type="button"
                    class="small"
                    aria-label={`Remove fault ${Number(id)}`}
                    onClick={() => act('Remove the fault', 'preconf_removeFault', id)}
                  >
                    Remove
                  </button>
                </td>
              </tr>
            ))}
          </Table>
        )}
        {faults.length > 0 && (
          <button type="button" onClick={() => act('Remove all', 'preconf_clearFaults')}>
            Remove all
          </button>
        )}
      </Panel>
      <Hits hits={status.value?.hits ?? []} />
      <Panel title="Arm a fault">
        <Field
          label="Kind"
          options={faultForms.map(({ kind }) => kind)}
          value={name}
          onInput={setName}
        />
        {chosen && <ArmFault key={name} form={chosen} />}
      </Panel>
    </>
  )
}

/** The recent hits of faults, including used-up ones. */
function Hits({ hits }: { hits: readonly FaultHit[] }) {
  if (hits.length === 0) return null
  return (
    <Panel title="Recent hits, newest first">
      <Table label="Faults that applied" head={['Id', 'Kind', 'What']}>
        {[...hits].reverse().map(({ id, kind, transaction, flashblock, method }, at) => (
          <tr key={hits.length - at}>
            <td>{Number(id)}</td>
            <td>{kind}</td>
            <td>
              {transaction !== undefined && <TransactionLink hash={transaction} />}
              {flashblock !== undefined && `flashblock ${flashblock}`}
              {method !== undefined && <Text value={method} />}
              {transaction === undefined &&
                flashblock === undefined &&
                method === undefined &&
                'sealing of a block'}
            </td>
          </tr>
        ))}
      </Table>
    </Panel>
  )
}

function ArmFault({ form }: { form: FaultForm }) {
  const empty: Record<string, string> = Object.fromEntries(
    form.fields.map(({ name }) => [name, '']),
  )
  const { values, field } = useFields(empty)
  function arm(): void {
    try {
      void act(`Fault ${form.kind}`, 'preconf_setFault', faultOf(form, values))
    } catch (error) {
      notice.value = { text: (error as Error).message, isBad: true }
    }
  }
  return (
    <>
      <p>{form.summary}</p>
      <Form label="Arm the fault" onSend={arm}>
        {form.fields.map(({ name, label, rule, isRequired }) => (
          <Field
            key={name}
            label={isRequired ? `${label}(required)` : label}
            {...(rule.input === 'boolean' && { options: ['', 'yes', 'no'] })}
            {...field(name)}
          />
        ))}
      </Form>
    </>
  )
}
