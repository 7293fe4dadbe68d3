/** What a fault of a kind can be told: how the text of a field becomes a member of it. */
export interface FaultField {
  readonly name: string
  readonly label: string
  readonly type: 'text' | 'number' | 'boolean' | 'order' | 'json'
  readonly isRequired?: boolean
}

export interface FaultKind {
  readonly kind: string
  /** What happens. */
  readonly says: string
  readonly fields: readonly FaultField[]
}

const frequency: readonly FaultField[] = [
  { name: 'times', label: 'Times', type: 'number' },
  { name: 'probability', label: 'Probability, 0 to 1', type: 'number' },
]

const requests: readonly FaultField[] = [
  { name: 'method', label: 'Method, * for any letters', type: 'text' },
  { name: 'connection', label: 'Connection', type: 'text' },
]

function kind(name: string, says: string, ...fields: readonly FaultField[]): FaultKind {
  return { kind: name, says, fields: [...fields, ...frequency] }
}

const ms: FaultField = { name: 'ms', label: 'Milliseconds', type: 'number', isRequired: true }
const jitterMs: FaultField = { name: 'jitterMs', label: 'Random part, ms', type: 'number' }
const index: FaultField = { name: 'index', label: 'Index', type: 'number' }

export const faultKinds: readonly FaultKind[] = [
  kind(
    'dropAtSeal',
    'A pre-confirmed transaction is not in the sealed block.',
    { name: 'transaction', label: 'Hash', type: 'text' },
    { name: 'from', label: 'Sender', type: 'text' },
    { name: 'requeue', label: 'Goes back to the pool', type: 'boolean' },
  ),
  kind(
    'replaceAtSeal',
    'The sealed block has another transaction in place of a pre-confirmed one.',
    { name: 'transaction', label: 'Hash', type: 'text', isRequired: true },
    { name: 'with', label: 'Replacement, signed and encoded', type: 'text', isRequired: true },
  ),
  kind('reorderAtSeal', 'The sealed block has the transactions in another order.', {
    name: 'order',
    label: 'reverse, shuffle, or hashes that come first',
    type: 'order',
    isRequired: true,
  }),
  kind('sealWithoutFlashblocks', 'The block is sealed without its last flashblocks.', {
    name: 'count',
    label: 'How many',
    type: 'number',
    isRequired: true,
  }),
  kind('skipFlashblock', 'A flashblock is not published.', index),
  kind('repeatFlashblock', 'A flashblock is pushed to subscribers twice.', index),
  kind('delayPublishing', 'A flashblock becomes visible late.', ms, jitterMs),
  kind('stopPublishing', 'No flashblock is published for a time.', ms),
  kind('latency', 'A request reaches the devnet late.', ms, jitterMs, ...requests),
  kind(
    'error',
    'A request is answered with an error and does nothing.',
    { name: 'code', label: 'Code', type: 'number' },
    { name: 'message', label: 'Message', type: 'text' },
    { name: 'data', label: 'Data, JSON', type: 'json' },
    ...requests,
  ),
  kind(
    'disconnect',
    'The connection breaks instead of an answer.',
    { name: 'lost', label: 'What is lost: request or answer', type: 'text' },
    ...requests,
  ),
  kind(
    'staleReads',
    'A request reads the chain as it was some flashblocks ago.',
    { name: 'flashblocks', label: 'Flashblocks ago', type: 'number', isRequired: true },
    ...requests,
  ),
]

/** The fault that a form describes; fields that are left empty are left out. Throws a `SyntaxError` for JSON that is none. */
export function faultOf(
  { kind, fields }: FaultKind,
  values: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> {
  const members = fields.flatMap(({ name, type }) => {
    const text = (values[name] ?? '').trim()
    return text === '' ? [] : [[name, memberOf(type, text)] as const]
  })
  return { kind, ...Object.fromEntries(members) }
}

function memberOf(type: FaultField['type'], text: string): unknown {
  switch (type) {
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
