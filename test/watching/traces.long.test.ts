import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { prove } from '../connector/support.ts';
import { activePhone } from '../support/devices.ts';
import { freePort } from '../support/free-port.ts';
import { found, recordOf, startRecordSystem } from '../support/record-system.ts';
import { startWorld, type World, type WorldOptions } from '../support/world.ts';
import { type Collector, type ReceivedSpan, startCollector } from './support/collector.ts';

const SRC = fileURLToPath(new URL('../../src', import.meta.url));

const attributesOf = ({ attributes }: ReceivedSpan) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** Names of all spans below the spans of a name. */
function below({ spans }: Collector, name: string): readonly string[] {
  const children = (ids: readonly string[]): readonly ReceivedSpan[] => {
    const next = spans.filter(({ parentSpanId = '' }) => ids.includes(parentSpanId));
    return next.length === 0 ? [] : [...next, ...children(next.map(({ spanId }) => spanId))];
  };
  const roots = spans.filter((span) => span.name === name).map(({ spanId }) => spanId);
  return [...new Set(children(roots).map((span) => span.name))].sort();
}

/** What a collector received of a server, after the server has stopped. */
async function collected(
  settings: WorldOptions['settings'],
  use: (world: World) => Promise<unknown>,
): Promise<Collector> {
  const collector = await startCollector();
  const world = await startWorld({ settings: { 'telemetry.otlp': collector.url, ...settings } });
  await use(world);
  await world.close();
  await collector.close();
  return collector;
}

/** Calls the server as part of a trace. */
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const calledWith = (flags: string) => async (world: World) =>
  world.post('/v1/vdc/healthCheck', '{}', {
    'content-type': 'application/json',
    traceparent: `00-${traceId}-00f067aa0ba902b7-${flags}`,
  });

describe('Traces of requests (telemetry.otlp)', () => {
  it('a request is a span by its method, route and status, with spans of store and keys below', async () => {
    const collector = await collected({}, async (world) => {
      await activePhone(world, 2);
      await fetch(`${world.url}/readyz`);
    });
    const operation = 'POST /v1/vdc/provisionMobileSecurityObjects';
    expect(below(collector, operation)).toEqual([
      'custody.agree',
      'custody.sign',
      'store.read',
      'store.snapshot',
      'store.write',
    ]);
    const span = collector.spans.find(({ name }) => name === operation) as ReceivedSpan;
    expect(attributesOf(span)).toEqual({
      'http.request.method': 'POST',
      'http.route': '/v1/vdc/provisionMobileSecurityObjects',
      'http.response.status_code': expect.anything(),
      'diptych.listener': expect.any(String),
    });
    expect(collector.spans.map(({ name }) => name)).not.toContain('GET /readyz');
  });

  it('lookups in the system of record are spans', async () => {
    const system = await startRecordSystem();
    system.respond(found(recordOf('h-1')));
    const settings = { 'issuer.records.source': 'http', 'issuer.records.url': system.url };
    const collector = await collected(settings, (world) => prove(world, 'a-code'));
    await system.close();
    expect(below(collector, 'POST /v1/vdc/proofUser')).toContain('records.byCode');
    expect(collector.text()).not.toMatch(/a-code|h-1/);
  });

  it('traces contain no ids, addresses or queries', async () => {
    const secrets: string[] = [];
    const collector = await collected({}, async (world) => {
      const { ids } = await activePhone(world, 1);
      await world.admin('getCredential', { id: ids.credentialId });
      await world.admin('searchHolders', { documentNumber: 'ADA-1' });
      await fetch(`${world.url}/unknown/ada@example.com?name=Ada`);
      await fetch(`${world.url}/status/Ada`);
      secrets.push(...Object.values(ids), 'ADA-1', 'Ada', 'ada@', '127.0.0.1', world.connection.token);
    });
    const names = collector.spans.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['GET unknown', 'GET /status/:name']));
    for (const secret of secrets) expect(collector.text()).not.toContain(secret);
  });

  it.each([
    ['is continued for a caller in telemetry.callers', '127.0.0.1', '01', true, 1],
    ['is not recorded if such a caller does not record it', '127.0.0.1', '00', true, 0],
    ['is ignored for others', '192.0.2.1', '00', false, 1],
  ])('the trace in the header traceparent %s', async (_, caller, flags, continues, spans) => {
    const collector = await collected({ 'telemetry.callers': [caller] }, calledWith(flags));
    const received = collector.spans.filter(({ name }) => name === 'POST /v1/vdc/healthCheck');
    expect(received.length).toBe(spans);
    for (const span of received) expect(span.traceId === traceId).toBe(continues);
  });

  it('with telemetry.sampleRatio 0 nothing is sent', async () => {
    const collector = await collected({ 'telemetry.sampleRatio': 0 }, (world) => activePhone(world, 1));
    expect(collector.text()).toBe('');
  });

  it('a collector that is away disturbs no request, and the server stops as usual', async () => {
    const otlp = `http://127.0.0.1:${await freePort()}`;
    const world = await startWorld({ settings: { 'telemetry.otlp': otlp } });
    await activePhone(world, 1);
    await world.close();
    expect(world.log.at(-1)).toContain('"closed"');
  });

  it('the SDK is loaded only by the one file that is loaded when a collector is set', () => {
    const importing = globSync('**/*.ts', { cwd: SRC }).filter((file) =>
      /^import (?!type)[^;]*from '@opentelemetry/m.test(readFileSync(`${SRC}/${file}`, 'utf8')),
    );
    expect(importing).toEqual(['server/telemetry/sdk.ts']);
    const loading = globSync('**/*.ts', { cwd: SRC }).filter((file) =>
      /(?:from|import\() ?'[^']*\/sdk\.ts'/.test(readFileSync(`${SRC}/${file}`, 'utf8')),
    );
    expect(loading).toEqual(['server/telemetry/start-tracing.ts']);
    expect(readFileSync(`${SRC}/server/telemetry/start-tracing.ts`, 'utf8')).toContain(
      "await import('./sdk.ts')",
    );
  });
});
