import { Field, Form, Panel, useFields } from '../parts.tsx'
import { act, ask, notice } from '../state.ts'
import type { Hex } from '../wire.ts'

/** The export formats, with their file names. */
const formats = {
  state: 'state.hex',
  anvil: 'anvil.json',
  genesis: 'genesis.json',
  rlp: 'chain.rlp',
  fixture: 'fixture.yaml',
} as const

type Format = keyof typeof formats

/** The chain as a file: out, and in; and fixtures. */
export function Files() {
  const { values, field } = useFields({ format: 'state', fixture: '' })
  return (
    <Panel title="Files">
      <Form label="Export" onSend={() => save(values.format as Format)}>
        <Field label="Export as" options={Object.keys(formats)} {...field('format')} />
      </Form>
      <div class="row">
        <FileField
          label="Load a state (of Anvil or preconf)"
          onFile={async (file) => {
            await act('Load the state', 'anvil_loadState', await stateIn(file))
          }}
        />
        <FileField
          label="Load a fixture"
          onFile={async (file) => {
            await act('Load the fixture', 'preconf_loadFixture', await file.text())
          }}
        />
        <FileField
          label="Add an artifact or a build-info"
          onFile={async (file) => {
            await act('Add the artifact', 'preconf_addArtifacts', JSON.parse(await file.text()))
          }}
        />
      </div>
      <details>
        <summary>Write a fixture</summary>
        <Form
          label="Load the fixture"
          onSend={() => act('Load the fixture', 'preconf_loadFixture', values.fixture)}
        >
          <label class="field wide">
            <span>YAML or JSON</span>
            <textarea
              rows={8}
              spellcheck={false}
              placeholder={'version: 1\nlabels:\n  treasury: "0x…"'}
              value={values.fixture}
              onInput={({ currentTarget }) => field('fixture').onInput(currentTarget.value)}
            />
          </label>
        </Form>
      </details>
    </Panel>
  )
}

/** A field for a file, which is read when it is chosen. */
export function FileField(props: { label: string; onFile: (file: File) => Promise<void> }) {
  const { label, onFile } = props
  return (
    <label class="field">
      <span>{label}</span>
      <input
        type="file"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          // The same one may be chosen again after it was changed.
          currentTarget.value = ''
          if (file !== undefined) void onFile(file).catch(reportFailure(label))
        }}
      />
    </label>
  )
}

function reportFailure(action: string) {
  return (error: Error) => {
    notice.value = { text: `${action}: ${error.message}`, isBad: true }
  }
}

/** Returns the file's bytes, decoded when they are hex text. */
async function stateIn(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const isHex = bytes[0] === 0x30 && bytes[1] === 0x78
  return isHex ? new TextDecoder().decode(bytes).trim() : hexOf(bytes)
}

async function save(format: Format): Promise<void> {
  try {
    const blob =
      format === 'state' ? new Blob([await ask<Hex>('anvil_dumpState')]) : await exported(format)
    const link = document.createElement('a')
    link.href = URL.createObjectURL(blob)
    link.download = formats[format]
    link.click()
    URL.revokeObjectURL(link.href)
  } catch (error) {
    reportFailure('Export')(error as Error)
  }
}

async function exported(format: Exclude<Format, 'state'>): Promise<Blob> {
  const { content, notes } = await ask<{ content: Hex; notes: readonly string[] }>(
    'preconf_export',
    format,
  )
  if (notes.length > 0) notice.value = { text: `Export: ${notes.join('; ')}`, isBad: false }
  const unzipped = new Blob([bytesOf(content)])
    .stream()
    .pipeThrough(new DecompressionStream('gzip'))
  return new Response(unzipped).blob()
}

function bytesOf(hex: Hex): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array((hex.length - 2) / 2)
  for (let at = 0; at < bytes.length; at++) {
    bytes[at] = Number.parseInt(hex.slice(2 + 2 * at, 4 + 2 * at), 16)
  }
  return bytes
}

function hexOf(bytes: Uint8Array): Hex {
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
  return `0x${digits.join('')}`
}
