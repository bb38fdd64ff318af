import { setSourceMapsSupport } from 'node:module';
import { beforeAll, expect } from 'vitest';

// Node strips types without moving any text, so stack traces are right without source maps. With them, Node searches each
// function that Fastify and typebox compile for one.
setSourceMapsSupport(false);

// Vitest sets testPath before each test, so hooks of a suite would see the path of the suite before. `served` reads it.
// biome-ignore lint/correctness/noEmptyPattern: Vitest demands a pattern
beforeAll(({}, { file }) => expect.setState({ testPath: file.filepath }));
