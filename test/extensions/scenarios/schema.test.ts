import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { scenarioSchema } from '../../../src/extensions/scenarios/stepKinds.ts'

const isValid = new Ajv2020({ allowUnionTypes: true, strictTuples: false }).compile(
  scenarioSchema(),
)

/** The places of what the schema refuses. */
function refused(scenario: unknown): readonly string[] {
  isValid(scenario)
  return [...new Set((isValid.errors ?? []).map(({ instancePath }) => instancePath))]
}

test('editors accept the scenario of the documents', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/scenarios.md'), 'utf8')
  const [, text = ''] = /^```yaml\n(.*?)^```$/ms.exec(page) ?? []
  expect(refused(parse(text))).toEqual([])
})

test.each([
  [{ steps: [{ whether: 1 }] }, '/steps/0'],
  [{ steps: [{ mine: 1, checkpoint: 'a' }] }, '/steps/0'],
  [{ steps: [{ after: '2 weeks', mine: 1 }] }, '/steps/0/after'],
  [{ steps: [{ mine: 1 }, { send: { too: 'bob' } }] }, '/steps/1/send'],
  [{ steps: [{ fault: { kind: 'explode' } }] }, '/steps/0/fault'],
  [{ steps: [{ when: { price: { above: 1 } }, mine: 1 }] }, '/steps/0/when/price'],
  [{ actors: { alice: { index: 0 } } }, '/actors/alice'],
  [{ version: 2 }, '/version'],
])('editors mark what cannot be: %j', (scenario, place) => {
  expect(refused(scenario)).toContain(place)
})

test('each member and each step has a description for editors', () => {
  const { properties, $defs } = scenarioSchema() as {
    properties: Record<string, { description?: string }>
    $defs: { step: { properties: Record<string, { description?: string }> } }
  }
  for (const [name, { description }] of Object.entries({
    ...properties,
    ...$defs.step.properties,
  })) {
    expect(description, name).toMatch(/^[A-Z+1`].*\.$/)
  }
})
