import { text } from './message.ts';

export const nextPageToken = text('pageToken of the next page; absent on the last one.');
