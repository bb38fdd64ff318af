export {
  decodeInTurns,
  parsedJson,
  readBodiesAsBytes,
  refuseCutOff,
  repeatedMember,
  textOf,
} from './body.ts';
export { conventionalHandler, type SentAnswer } from './exchange.ts';
export { followConventions, gzipAnswers } from './plugin.ts';
export { FIELDS, fieldsOf, urlQuery } from './query.ts';
export { type HttpRefusal, httpRefusalOf, refusal } from './refusals.ts';
export { answerIn, type Envelope, type ReadyAnswer } from './refusals-before-routing.ts';
export { conventionalUrls, originForm, overrideOf } from './rewrite-url.ts';
export { inSpellingOf } from './spelling.ts';
export { httpStatusOf, JSON_TYPE, statusAnswer } from './status-answer.ts';
export { streamingHandler } from './stream.ts';
