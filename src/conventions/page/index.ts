export { pageSizeOf } from './page-size.ts';
export { type PageArguments, type PageCursor, pageCursor, pageToken } from './page-token.ts';
