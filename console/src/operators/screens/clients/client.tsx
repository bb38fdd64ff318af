import { Link, useAddressPart } from '../../../frame/navigation.tsx';
import { Page } from '../../../frame/page.tsx';
import { Facts } from '../../../kit/facts.tsx';
import { Id } from '../../../kit/id.tsx';
import { Time } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAdmin, useMayCall } from '../../api.ts';
import { Found } from '../../parts/found.tsx';
import { usePublisherNames } from '../../parts/publisher-names.ts';
import { SubjectEvents } from '../../parts/subject-events.tsx';
import { ClientActions } from './client-actions.tsx';

function Lines({ texts }: { readonly texts: readonly string[] }) {
  if (texts.length === 0) return '–';
  return (
    <ul className="plain">
      {texts.map((text) => (
        <li key={text}>
          <code className="breaks">{text}</code>
        </li>
      ))}
    </ul>
  );
}

/** One OAuth client. */
export function Client() {
  const id = useAddressPart('id');
  const { clients: words } = useMessages();
  const may = useMayCall();
  const query = useAdmin('getOAuthClient', { client: id });
  const publisherName = usePublisherNames();
  const events = <SubjectEvents subject="oauthClient" id={id} />;
  return (
    <Page
      title={query.data?.name ?? words.details}
      back={<Link to="/clients">{words.back}</Link>}
      actions={query.data && may('changeOAuthClient') && <ClientActions client={query.data} />}
    >
      <Found query={query} missing={events}>
        {(client) => {
          const isMachine = client.kind === 'machine';
          return (
            <>
              <div className="box">
                <Facts
                  facts={[
                    [words.id, <Id key="id" value={client.id} isWhole />],
                    [words.kind, words.kindChoices[client.kind]],
                    [words.secret, words.hasSecret(client.public)],
                    !isMachine && [words.redirectUris, <Lines key="to" texts={client.redirectUris} />],
                    !isMachine && [
                      words.postLogoutUris,
                      <Lines key="out" texts={client.postLogoutRedirectUris} />,
                    ],
                    isMachine && [
                      words.publishers,
                      <Lines key="for" texts={client.publishers.map(publisherName)} />,
                    ],
                    isMachine && [words.scopes, <Lines key="may" texts={client.scopes} />],
                    [words.created, <Time key="created" at={client.createTime} />],
                    [words.changed, <Time key="changed" at={client.updateTime} />],
                  ]}
                />
              </div>
              <h2>{words.events}</h2>
              {events}
            </>
          );
        }}
      </Found>
    </Page>
  );
}
