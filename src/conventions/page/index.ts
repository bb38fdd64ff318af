export { pageSizeOf } from './page-size.ts';
export {
  type PageArguments,
  type PageCursor,
  pageCursor,
  pageToken,
  refusedPageToken,
} from './page-token.ts';
