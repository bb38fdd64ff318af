export { answerClientError } from './client-error.ts';
export { conventionalHandler } from './exchange.ts';
export { FIELDS, fieldsOf } from './fields.ts';
export { gzipAnswers } from './gzip.ts';
export { followConventions } from './plugin.ts';
export { urlQuery } from './query.ts';
export { refusal } from './refusals.ts';
export { conventionalUrls, overrideOf } from './rewrite-url.ts';
export { JSON_TYPE, statusAnswer } from './status-answer.ts';
