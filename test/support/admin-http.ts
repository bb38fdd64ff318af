import type { World } from './world.ts';

export interface AdminAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  readonly body: any;
}

export interface AdminCall {
  readonly method?: string;
  readonly body?: string;
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls the admin interface without its client: any path, any body, any token. */
export async function adminHttp(world: World, path: string, call: AdminCall = {}): Promise<AdminAnswer> {
  const { method = 'GET', body, headers = {} } = call;
  const token = 'token' in call ? call.token : `Bearer ${world.connection.token}`;
  const response = await fetch(`${world.server.adminUrl}${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: token }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
  };
}
