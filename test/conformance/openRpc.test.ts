import { expect, test } from 'vitest'
import { createResultCheck, resultSchemas } from '../../scripts/conformance/openRpc.ts'

const schemas = resultSchemas({
  openrpc: '1.2.4',
  methods: [
    {
      name: 'test_header',
      params: [],
      result: {
        name: 'header',
        schema: { oneOf: [{ type: 'null' }, { $ref: '#/components/schemas/Header' }] },
      },
    },
    {
      name: 'test_list',
      result: { schema: { type: 'array', items: { $ref: '#/components/schemas/Quantity' } } },
    },
    {
      name: 'test_changes',
      result: {
        schema: {
          oneOf: [
            { type: 'array', items: { $ref: '#/components/schemas/Quantity' } },
            { type: 'array', items: { $ref: '#/components/schemas/Header' } },
          ],
        },
      },
    },
  ],
  components: {
    schemas: {
      Quantity: { type: 'string', pattern: '^0x(0|[1-9a-f][0-9a-f]*)$' },
      Header: {
        type: 'object',
        required: ['number'],
        additionalProperties: false,
        properties: {
          number: { $ref: '#/components/schemas/Quantity' },
          kind: { enum: ['old', 'new'] },
        },
      },
    },
  },
})
const check = createResultCheck(schemas)

test.each([
  ['test_header', null],
  ['test_header', { number: '0x1f' }],
  ['test_header', { number: '0x0', kind: 'new' }],
  ['test_list', []],
  ['test_list', ['0x1', '0xaa']],
  ['test_changes', []],
  ['test_changes', ['0x1']],
  ['test_changes', [{ number: '0x1' }]],
])('%s may answer %j', (method, result) => {
  expect(check(method, result)).toEqual([])
})

test.each([
  ['test_header', undefined, 'result: must be object'],
  ['test_header', {}, "result: must have required property 'number'"],
  ['test_header', { number: '0x01' }, 'result/number: must match pattern'],
  [
    'test_header',
    { number: '0x1', surplus: 1 },
    'result: must NOT have additional properties ("surplus")',
  ],
  [
    'test_header',
    { number: '0x1', kind: 'odd' },
    'result/kind: must be equal to one of the allowed values (["old","new"])',
  ],
  ['test_list', ['0x1', 5], 'result/1: must be string'],
  ['test_changes', ['0x1', { number: '0x1' }], 'result: must match a schema in anyOf'],
  ['test_other', null, 'the OpenRPC document has no method test_other'],
  ['toString', null, 'the OpenRPC document has no method toString'],
])('%s may not answer %j', (method, result, reason) => {
  expect(check(method, result)).toContainEqual(expect.stringContaining(reason))
})

test('of alternatives, what lies deepest is reported first', () => {
  expect(check('test_header', { number: '1' })[0]).toMatch(/^result\/number: must match pattern/)
})
