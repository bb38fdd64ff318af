"""Signs a user in with google-auth-oauthlib: prints the address, reads the one it leads to, prints the tokens."""

import json
import os
import sys

os.environ["OAUTHLIB_INSECURE_TRANSPORT"] = "1"

from google.auth.transport.requests import Request
from google_auth_oauthlib.flow import Flow

config, redirect_uri, *scopes = sys.argv[1:]
flow = Flow.from_client_config(json.loads(config), scopes=scopes, redirect_uri=redirect_uri)
address, _ = flow.authorization_url(access_type="offline", prompt="consent", include_granted_scopes="true")
print(address, flush=True)
answer = flow.fetch_token(authorization_response=sys.stdin.readline().strip())
credentials = flow.credentials
token = credentials.token
credentials.refresh(Request())
print(json.dumps({
    "granted": list(answer["scope"]),
    "idToken": credentials.id_token is not None,
    "isNew": credentials.token != token,
}))
