export { TimeStampError } from '../errors.ts';
export { encodeTimeStampRequest } from './request.ts';
export { tokenInResponse } from './response.ts';
export { verifyTimeStamp } from './verify-token.ts';
