import type { IncomingMessage } from 'node:http';
import { originForm } from '../conventions/index.ts';
import { PREFIX } from './exchange.ts';

export function canBeDecoded(url: string): boolean {
  const [path = ''] = url.split('?', 1);
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * For Fastify's `rewriteUrl`: the router would refuse a path that cannot be decoded before the caller is authenticated, so
 * such paths become one that names no operation.
 */
export const decodableUrls =
  (rewriteUrl = ({ url = '/' }: IncomingMessage) => originForm(url)) =>
  (request: IncomingMessage): string => {
    const url = rewriteUrl(request);
    return url.startsWith(PREFIX) && !canBeDecoded(url) ? PREFIX : url;
  };
