export { readQueryParameters } from './query.ts';
export { readProtoJson } from './read.ts';
export { writeProtoJson } from './write.ts';
