export { readQueryParameters } from './query.ts';
export { readProtoJson } from './read.ts';
export { scalarOf } from './scalars.ts';
export { writeProtoJson } from './write.ts';
