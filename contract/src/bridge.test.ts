import { expect, test } from 'vitest'
import { z } from 'zod'
import { stateExamples } from './bridge.examples.ts'
import { command, eventLine, type StateName, stateAnswers } from './bridge.schema.ts'
import { commandExamples, exampleCommand } from './bridgeCommands.examples.ts'
import { type CommandType, commandData } from './bridgeCommands.schema.ts'
import { eventExamples, exampleLine } from './bridgeEvents.examples.ts'
import { type EventType, eventData } from './bridgeEvents.schema.ts'

test('every type has exactly one example', () => {
  expect(Object.keys(eventExamples)).toEqual(Object.keys(eventData))
  expect(Object.keys(commandExamples)).toEqual(Object.keys(commandData))
  expect(Object.keys(stateExamples)).toEqual(Object.keys(stateAnswers))
})

test('every event and command type is declared', () => {
  expect(Object.keys(eventData)).toHaveLength(40)
  expect(Object.keys(commandData)).toHaveLength(30)
})

test.each(Object.keys(eventData) as EventType[])('the example of %s matches its schema', (type) => {
  const { description, data } = eventExamples[type]
  expect(description).toMatch(/\.$/)
  expect(eventData[type].parse(data)).toEqual(data)
  const line = exampleLine(type)
  expect(eventLine.parse(line)).toEqual(line)
})

test.each(Object.keys(commandData) as CommandType[])('the example of %s matches its schema', (type) => {
  const { description, data } = commandExamples[type]
  expect(description).toMatch(/\.$/)
  expect(commandData[type].parse(data)).toEqual(data)
  const posted = exampleCommand(type, 'user:100042')
  expect(command.parse(posted)).toEqual(posted)
})

test.each(Object.keys(stateAnswers) as StateName[])('the example of state/%s matches its schema', (name) => {
  const { description, data } = stateExamples[name]
  expect(description).toMatch(/\.$/)
  expect(stateAnswers[name].parse(data)).toEqual(data)
})

test('every whole number of an event has a limit that the database can hold', () => {
  const unlimited = Object.entries(eventData).flatMap(([type, schema]) => {
    const text = JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), (_, value) =>
      value?.type === 'integer' ? { ...value, limited: value.maximum < Number.MAX_SAFE_INTEGER } : value,
    )
    return [...text.matchAll(/"(\w+)":\{[^{}]*"limited":false/g)].map(([, name]) => `${type}.${name}`)
  })
  // Columns of these are bigint: ids of users (also as items of a list), and amounts.
  expect(
    unlimited.filter(
      (field) => !/\.(userId|senderId|receiverId|callerId|calleeId|reporterId|bonus|amountMinor|items)$/.test(field),
    ),
  ).toEqual([])
})
