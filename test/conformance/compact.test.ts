import { expect, test } from 'vitest'
import { compact } from '../../scripts/conformance/compact.ts'

test('annotations and what no result refers to are left out, rules are not', () => {
  expect(
    compact({
      methods: {
        test_one: { title: 'One', description: 'words', $ref: '#/components/schemas/Object' },
        test_two: { oneOf: [{ type: 'null', title: 'None' }, { enum: ['title'] }] },
      },
      components: {
        schemas: {
          Object: {
            title: 'An object',
            type: 'object',
            required: ['title'],
            properties: {
              title: { title: 'Its title', type: 'string' },
              description: { $ref: '#/components/schemas/Other/properties/text' },
            },
          },
          Other: { properties: { text: { description: 'words', type: 'string' } } },
          Unused: { type: 'string' },
        },
      },
    }),
  ).toEqual({
    methods: {
      test_one: { $ref: '#/components/schemas/Object' },
      test_two: { oneOf: [{ type: 'null' }, { enum: ['title'] }] },
    },
    components: {
      schemas: {
        Object: {
          type: 'object',
          required: ['title'],
          properties: {
            title: { type: 'string' },
            description: { $ref: '#/components/schemas/Other/properties/text' },
          },
        },
        Other: { properties: { text: { type: 'string' } } },
      },
    },
  })
})

test('a reference to nothing is an error', () => {
  expect(() =>
    compact({
      methods: { test_one: { $ref: '#/components/schemas/Gone' } },
      components: { schemas: {} },
    }),
  ).toThrow('#/components/schemas/Gone is not in the document')
})
