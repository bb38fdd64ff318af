import { setSourceMapsSupport } from 'node:module';

// Node strips types without moving any text, so stack traces are right without source maps. With them, Node searches each
// function that Fastify and typebox compile for one.
setSourceMapsSupport(false);
