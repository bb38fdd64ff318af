"""Reads all reports with the official client, and prints what it got."""
import json
import sys

from google.oauth2.credentials import Credentials
from googleapiclient.discovery import build
from googleapiclient.errors import HttpError

url, token, parent, day = sys.argv[1:]
year, month, number = (int(part) for part in day.split("-"))
date = {"year": year, "month": month, "day": number}
date_range = {"start_date": date, "end_date": date}

admob = build(
    "admob",
    "v1beta",
    credentials=Credentials(token),
    client_options={"api_endpoint": url},
    static_discovery=True,
)
accounts = admob.accounts()


def body(**spec):
    return {"report_spec": {"date_range": date_range, **spec}}


mediation = accounts.mediationReport().generate(
    parent=parent,
    body=body(
        dimensions=["DATE", "COUNTRY"],
        metrics=["ESTIMATED_EARNINGS", "IMPRESSIONS"],
        dimension_filters=[{"dimension": "COUNTRY", "matches_any": {"values": ["US", "DE"]}}],
        sort_conditions=[{"dimension": "COUNTRY", "order": "ASCENDING"}],
    ),
).execute()
network = accounts.networkReport().generate(parent=parent, body=body(metrics=["IMPRESSIONS"])).execute()
campaign = accounts.campaignReport().generate(parent=parent, body=body(metrics=["INSTALLS"])).execute()
try:
    accounts.networkReport().generate(parent=parent, body=body(metrics=[])).execute()
    error = None
except HttpError as refused:
    error = [refused.status_code, refused.reason]

print(json.dumps({"mediation": mediation, "network": network, "campaign": campaign["rows"], "error": error}))
