import { spawnSync } from 'node:child_process';
import { cpSync, globSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { loadSettings } from '../../src/server/config/load-settings.ts';
import { dangersOf } from '../../src/server/config/unsafe-settings.ts';
import { say } from '../support/apt.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useWorld } from '../support/use-world.ts';
import { pathsIn } from './support/paths-in.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const BASE = join(ROOT, 'deploy/kubernetes/base');
const OVERLAY = join(ROOT, 'deploy/kubernetes/overlays/example');
const yaml = (path: string) => parse(readFileSync(path, 'utf8'));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const { version } = JSON.parse(read('package.json'));

/** An object of Kubernetes. Its shape is checked by the first tests. */
// biome-ignore lint/suspicious/noExplicitAny: the types of Kubernetes are checked by the compiler below
type Loose = any;

const FILES = globSync('*.yaml', { cwd: BASE }).filter((name) => name !== 'kustomization.yaml');
const objects: readonly Loose[] = FILES.flatMap((name) =>
  parseAllDocuments(readFileSync(join(BASE, name), 'utf8')).map((document) => document.toJS()),
);
const named = objects.map((object) => [`${object.kind} ${object.metadata.name}`, object] as const);
const one = (kind: string, name = 'diptych'): Loose =>
  objects.find((object) => object.kind === kind && object.metadata.name === name);

/** The images of the base, before kustomize replaces them. */
const IMAGES = ['diptych', 'postgres'];

/** Containers that run before the others do, and the others. */
const containersOf = ({ initContainers = [], containers }: Loose): readonly Loose[] => [
  ...initContainers,
  ...containers,
];

const templateOf = ({ kind, spec }: Loose): Loose =>
  kind === 'CronJob' ? spec.jobTemplate.spec.template : spec?.template;
const pods = named
  .map(([name, object]) => [name, templateOf(object)] as const)
  .filter(([, template]) => template !== undefined);

/** What the ConfigMap has beside the configuration; the containers have it as variables. */
const literals: ReadonlyMap<string, string> = new Map(
  yaml(join(OVERLAY, 'kustomization.yaml')).configMapGenerator[0].literals.map((text: string) => [
    text.slice(0, text.indexOf('=')),
    text.slice(text.indexOf('=') + 1),
  ]),
);
const DATABASE = {
  name: 'DIPTYCH_DATABASE_URL',
  valueFrom: { configMapKeyRef: { name: 'diptych', key: 'database-url' } },
};
const settings = loadSettings({
  file: join(OVERLAY, 'diptych.yaml'),
  environment: { DIPTYCH_DATABASE_URL: literals.get('database-url') },
  options: {},
});
const server = templateOf(one('Deployment'));
const [container] = server.spec.containers;

const kubectl = (...args: readonly string[]) => spawnSync('kubectl', args, { encoding: 'utf8' });
const canRender = kubectl('version', '--client').status === 0;
if (!canRender) say('SKIPPED, tests of what kustomize renders: kubectl is missing');

/** The module with the types of an object, such as `kubernetes-models/apps/v1`. */
const moduleOf = ({ apiVersion }: Loose): string => `kubernetes-models/${apiVersion}`;

/** What the compiler says about objects as values of their types. It refuses unknown members, too. */
function typeErrors(all: readonly Loose[]): string {
  const folder = temporaryFolder('kubernetes');
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const text = all.map((object, index) => {
    const type = `import('${moduleOf(object)}').I${object.kind}`;
    return `export const object${index}: ${type} = ${JSON.stringify(object)};`;
  });
  writeFileSync(join(folder, 'objects.ts'), text.join('\n'));
  const options = '--noEmit --strict --skipLibCheck --module nodenext --target es2024'.split(' ');
  const compiler = join(ROOT, 'node_modules/ts7/lib/tsc.js');
  const args = [compiler, ...options, 'objects.ts'];
  return spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' }).stdout;
}

describe('The objects of deploy/kubernetes', () => {
  it('the base consists of all files of its folder', () => {
    expect(yaml(join(BASE, 'kustomization.yaml')).resources.toSorted()).toEqual(FILES.toSorted());
  });

  it('each has the members of its type, and no others', () => {
    expect(objects.length).toBeGreaterThan(9);
    expect(typeErrors(objects)).toBe('');
  });

  it('a misspelled member is found', () => {
    const wrong = structuredClone(one('Deployment'));
    wrong.spec.template.spec.containers[0].redinessProbe = {};
    expect(typeErrors([wrong])).toContain(`'"redinessProbe"' does not exist`);
  });

  it.each(named)('%s has valid values', async (_, object) => {
    const models = await import(moduleOf(object));
    expect(() => new models[object.kind](object).validate()).not.toThrow();
  });

  it.each(pods)('%s has no root, no capabilities and read-only files', (_, { spec }) => {
    expect(spec).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, runAsUser: 10001, seccompProfile: { type: 'RuntimeDefault' } },
    });
    for (const { securityContext, image, resources } of containersOf(spec)) {
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(IMAGES).toContain(image);
      expect(resources).toMatchObject({ requests: { memory: expect.anything() }, limits: expect.anything() });
    }
  });

  it.each(pods)('%s mounts volumes that exist, from claims that exist', (_, { spec }) => {
    const mounted = containersOf(spec).flatMap((each: Loose) =>
      each.volumeMounts.map(({ name }: Loose) => name),
    );
    expect([...new Set(mounted)].sort()).toEqual(spec.volumes.map(({ name }: Loose) => name).sort());
    for (const { persistentVolumeClaim: claim } of spec.volumes)
      if (claim) expect(one('PersistentVolumeClaim', claim.claimName)).toBeDefined();
  });

  it.each(pods)('every Secret of %s is made in the guide', (_, { spec }) => {
    const guide = read('docs/operate/kubernetes.md');
    for (const { secret } of spec.volumes)
      if (secret) expect(guide).toContain(`kubectl create secret generic ${secret.secretName} `);
  });

  it('selectors match the pods of the server, and no others', () => {
    const { labels } = server.metadata;
    const selectors = [
      one('Deployment').spec.selector.matchLabels,
      one('PodDisruptionBudget').spec.selector.matchLabels,
      one('NetworkPolicy').spec.podSelector.matchLabels,
      one('Service').spec.selector,
      one('Service', 'diptych-admin').spec.selector,
      ...server.spec.topologySpreadConstraints.map(({ labelSelector }: Loose) => labelSelector.matchLabels),
    ];
    for (const selector of selectors) expect(selector).toEqual(labels);
    expect(
      pods.filter(([, { metadata }]) => JSON.stringify(metadata.labels) === JSON.stringify(labels)),
    ).toHaveLength(1);
  });

  it('the data folder has the free space that the alert about the disk asks for', () => {
    const rules = read('deploy/prometheus/runtime.rules.yml');
    const [, least = ''] = /diptych_disk_free_bytes < (\d+) \* 1024 \^ 3/.exec(rules) ?? [];
    const { storage } = one('PersistentVolumeClaim', 'diptych-data').spec.resources.requests;
    expect(Number(storage.replace('Gi', ''))).toBeGreaterThanOrEqual(2 * Number(least));
    expect(Number(least)).toBeGreaterThan(0);
  });

  it('two replicas run, of which one may stop', () => {
    expect(one('Deployment').spec.replicas).toBe(2);
    expect(one('PodDisruptionBudget').spec.minAvailable).toBe(1);
  });

  it('the pod waits longer than a server takes to stop', () => {
    const { seconds } = container.lifecycle.preStop.sleep;
    expect(server.spec.terminationGracePeriodSeconds).toBeGreaterThan(seconds + 20);
  });
});

describe('The overlay of deploy/kubernetes', () => {
  it('it builds on the base, and its image is that of this version', () => {
    const { resources, images } = yaml(join(OVERLAY, 'kustomization.yaml'));
    expect(resources).toEqual(['../../base']);
    const [{ name, newName, newTag }, database] = yaml(join(BASE, 'kustomization.yaml')).images;
    expect([name, newTag]).toEqual(['diptych', version]);
    const compose = read('deploy/container/compose.yaml');
    expect(compose).toContain(` image: ${database.newName}:${database.newTag}\n`);
    expect(images).toEqual([expect.objectContaining({ name: newName, newTag: version })]);
  });

  it('every container with the configuration, and pg_dump, has the address of the database, which is written once', () => {
    for (const [name, { spec }] of pods)
      for (const { env = [], image } of containersOf(spec))
        if (image === 'postgres' || env.some(({ name }: Loose) => name === 'DIPTYCH_CONFIG'))
          expect(env, name).toContainEqual(DATABASE);
    expect(literals.get('database-url')).toMatch(/^postgres:/);
    expect(readFileSync(join(OVERLAY, 'diptych.yaml'), 'utf8')).not.toContain('postgres:');
  });

  it('it makes the ConfigMap that the pods mount', () => {
    const [{ name, files }] = yaml(join(OVERLAY, 'kustomization.yaml')).configMapGenerator;
    expect(files).toEqual(['diptych.yaml']);
    for (const [, { spec }] of pods)
      for (const { configMap } of spec.volumes) if (configMap) expect(configMap.name).toBe(name);
  });
});

describe.skipIf(!canRender)('The overlay as kustomize renders it', () => {
  const rendered: readonly Loose[] = canRender
    ? parseAllDocuments(kubectl('kustomize', OVERLAY).stdout).map((document) => document.toJS())
    : [];
  const templates = rendered.map(templateOf).filter((template) => template !== undefined);

  it('it has every object of the base in its namespace, and the configuration as a ConfigMap', () => {
    const kinds = ({ kind }: Loose) => kind;
    expect(rendered.map(kinds).sort()).toEqual(['ConfigMap', ...objects.map(kinds)].sort());
    for (const { metadata } of rendered) expect(metadata.namespace).toBe('diptych');
  });

  it('each pod has the image and the ConfigMap of the overlay', () => {
    const [{ newName, newTag }] = yaml(join(OVERLAY, 'kustomization.yaml')).images;
    const map = rendered.find(({ kind }) => kind === 'ConfigMap');
    expect(map.data['diptych.yaml']).toBe(readFileSync(join(OVERLAY, 'diptych.yaml'), 'utf8'));
    expect(templates).toHaveLength(pods.length);
    for (const { spec } of templates) {
      for (const { image } of spec.containers) expect(image).toBe(`${newName}:${newTag}`);
      for (const { env = [] } of containersOf(spec))
        for (const { valueFrom } of env)
          if (valueFrom?.configMapKeyRef) expect(valueFrom.configMapKeyRef.name).toBe(map.metadata.name);
      for (const { configMap } of spec.volumes) if (configMap) expect(configMap.name).toBe(map.metadata.name);
    }
  });
});

describe.skipIf(!canRender)('The overlay with what the guide adds for a restore', () => {
  it('starts no server, makes no tables, and keeps everything else', () => {
    const folder = temporaryFolder('restore');
    cpSync(join(ROOT, 'deploy/kubernetes'), folder, { recursive: true });
    const file = join(folder, 'overlays/example/kustomization.yaml');
    const [, added = ''] = /```yaml\n(replicas:\n[^`]*)```/.exec(read('docs/operate/kubernetes.md')) ?? [];
    const { replicas, patches } = parse(added);
    const own = yaml(file);
    writeFileSync(file, stringify({ ...own, replicas, patches: [...own.patches, ...patches] }));
    const { stdout } = kubectl('kustomize', join(folder, 'overlays/example'));
    const rendered: readonly Loose[] = parseAllDocuments(stdout).map((document) => document.toJS());
    const kept = objects.map(({ kind }) => kind).filter((kind) => kind !== 'Job');
    expect(rendered.map(({ kind }) => kind).sort()).toEqual(['ConfigMap', ...kept].sort());
    expect(rendered.find(({ kind }) => kind === 'Deployment').spec.replicas).toBe(0);
  });
});

describe('The configuration of the overlay', () => {
  it('a server starts with it', () => {
    expect(settings.profile).toBe('production');
    // The root of PostgreSQL is in a Secret.
    const problems = dangersOf(settings).filter(
      (problem) => !/^database.url: cannot be used \(ENOENT\)/.test(problem),
    );
    expect(problems).toEqual([]);
    expect(settings.database.url).toContain('sslmode=verify-full');
  });

  it('the pods of the server mount every file that it names', () => {
    const targets = container.volumeMounts.map(({ mountPath }: Loose) => `${mountPath}/`);
    const root = /sslrootcert=([^&]*)/.exec(settings.database.url ?? '')?.[1] ?? '';
    const paths = [...pathsIn(settings), root, container.env[0].value];
    expect(paths).toHaveLength(8);
    for (const path of paths)
      expect(
        targets.some((target: string) => path.startsWith(target)),
        path,
      ).toBe(true);
  });

  it('the variables of all containers are settings', () => {
    for (const [, { spec }] of pods)
      for (const { env = [] } of spec.containers) {
        const given = env.filter(({ value }: Loose) => value !== undefined);
        const environment = Object.fromEntries(given.map(({ name, value }: Loose) => [name, value]));
        expect(() => loadSettings({ environment, options: {} })).not.toThrow();
      }
  });

  it('ports of containers, services and the network policy are those of the listeners', () => {
    const ports = new Map(container.ports.map(({ name, containerPort }: Loose) => [name, containerPort]));
    expect([...ports]).toEqual([
      ['public', settings.port],
      ['issuer', settings.issuer.port],
      ['admin', settings.adminPort],
    ]);
    const used = [
      ...one('Service').spec.ports.map(({ targetPort }: Loose) => targetPort),
      ...one('Service', 'diptych-admin').spec.ports.map(({ targetPort }: Loose) => targetPort),
    ];
    const open = one('NetworkPolicy').spec.ingress.flatMap((rule: Loose) =>
      rule.ports.map(({ port }: Loose) => port),
    );
    expect(used).toEqual([...ports.keys()]);
    expect(open).toEqual([...ports.keys()]);
  });
});

describe('The probes', () => {
  const world = useWorld();
  const probes = ['startupProbe', 'readinessProbe', 'livenessProbe'] as const;
  let url: string;
  beforeAll(() => {
    url = world().server.url;
  });

  it.each(probes)('a running server answers the %s', async (name) => {
    const { path, port, scheme } = container[name].httpGet;
    expect([port, scheme]).toEqual(['public', 'HTTPS']);
    expect((await fetch(`${url}${path}`)).status).toBe(200);
  });
});
