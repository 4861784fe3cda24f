"""Asks the DynamoDB at the URL given as the argument, as any program with boto3 would, and prints what it got as JSON."""

import base64
import json
import sys
from decimal import Decimal

import boto3
from boto3.dynamodb.conditions import Attr, Key
from boto3.dynamodb.types import Binary
from botocore.config import Config
from botocore.exceptions import ClientError

options = {
    "endpoint_url": sys.argv[1],
    "region_name": "us-east-1",
    "aws_access_key_id": "any",
    "aws_secret_access_key": "any",
    "config": Config(retries={"total_max_attempts": 1}),
}
resource = boto3.resource("dynamodb", **options)
client = boto3.client("dynamodb", **options)
results = {}


def plain(value):
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, (bytes, bytearray)):
        return base64.b64encode(bytes(value)).decode()
    if isinstance(value, Binary):
        return base64.b64encode(value.value).decode()
    if isinstance(value, set):
        return sorted(plain(each) for each in value)
    raise TypeError(type(value))


table = resource.create_table(
    TableName="orders",
    KeySchema=[
        {"AttributeName": "customer", "KeyType": "HASH"},
        {"AttributeName": "number", "KeyType": "RANGE"},
    ],
    AttributeDefinitions=[
        {"AttributeName": "customer", "AttributeType": "S"},
        {"AttributeName": "number", "AttributeType": "N"},
        {"AttributeName": "status", "AttributeType": "S"},
    ],
    GlobalSecondaryIndexes=[
        {
            "IndexName": "byStatus",
            "KeySchema": [{"AttributeName": "status", "KeyType": "HASH"}, {"AttributeName": "number", "KeyType": "RANGE"}],
            "Projection": {"ProjectionType": "ALL"},
        }
    ],
    StreamSpecification={"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"},
    BillingMode="PAY_PER_REQUEST",
)
table.wait_until_exists()
table.reload()
results["description"] = {"status": table.table_status, "stream": table.latest_stream_arn is not None}

table.put_item(
    Item={
        "customer": "alice",
        "number": 1,
        "status": "open",
        "total": Decimal("12345678901234567890.123456789012345678"),
        "photo": b"\x00\xff",
        "sizes": {Decimal("1"), Decimal("2.5")},
        "thumbnails": {b"a", b"b"},
        "lines": [{"name": "é€😀", "gift": True, "note": None}],
    }
)
results["item"] = table.get_item(Key={"customer": "alice", "number": 1}, ConsistentRead=True)["Item"]
results["missing"] = "Item" in table.get_item(Key={"customer": "bob", "number": 1})

try:
    table.put_item(
        Item={"customer": "alice", "number": 1},
        ConditionExpression=Attr("customer").not_exists(),
        ReturnValuesOnConditionCheckFailure="ALL_OLD",
    )
except client.exceptions.ConditionalCheckFailedException as error:
    results["conditionFailed"] = {
        "error": error.response["Error"],
        "status": error.response["ResponseMetadata"]["HTTPStatusCode"],
        "stored": error.response["Item"]["status"],
    }

with table.batch_writer() as batch:
    for number in range(2, 42):
        batch.put_item(Item={"customer": "alice", "number": number, "status": "shipped", "text": "x" * 100})

paginator = client.get_paginator("query")
pages = [
    [item["number"]["N"] for item in page["Items"]]
    for page in paginator.paginate(
        TableName="orders",
        KeyConditionExpression="customer = :c",
        ExpressionAttributeValues={":c": {"S": "alice"}},
        PaginationConfig={"PageSize": 15},
    )
]
results["pages"] = [len(page) for page in pages]
results["ordered"] = [number for page in pages for number in page] == [str(number) for number in range(1, 42)]

results["index"] = [
    item["number"]
    for item in table.query(
        IndexName="byStatus",
        KeyConditionExpression=Key("status").eq("shipped") & Key("number").between(39, 50),
        FilterExpression=Attr("text").begins_with("x"),
        ScanIndexForward=False,
    )["Items"]
]

results["update"] = table.update_item(
    Key={"customer": "alice", "number": 1},
    UpdateExpression="SET #s = :s ADD visits :one",
    ExpressionAttributeNames={"#s": "status"},
    ExpressionAttributeValues={":s": "paid", ":one": 1},
    ReturnValues="UPDATED_NEW",
)["Attributes"]

try:
    client.transact_write_items(
        TransactItems=[
            {"Put": {"TableName": "orders", "Item": {"customer": {"S": "carol"}, "number": {"N": "1"}}}},
            {
                "ConditionCheck": {
                    "TableName": "orders",
                    "Key": {"customer": {"S": "alice"}, "number": {"N": "1"}},
                    "ConditionExpression": "#s = :open",
                    "ExpressionAttributeNames": {"#s": "status"},
                    "ExpressionAttributeValues": {":open": {"S": "open"}},
                    "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
                }
            },
        ]
    )
except client.exceptions.TransactionCanceledException as error:
    reasons = error.response["CancellationReasons"]
    results["cancelled"] = {
        "error": error.response["Error"],
        "codes": [reason["Code"] for reason in reasons],
        "stored": reasons[1]["Item"]["status"],
    }

results["batch"] = sorted(
    item["number"]
    for item in resource.batch_get_item(
        RequestItems={"orders": {"Keys": [{"customer": "alice", "number": number} for number in (2, 3, 99)]}}
    )["Responses"]["orders"]
)

try:
    client.get_item(TableName="nowhere", Key={"a": {"S": "b"}})
except ClientError as error:
    results["unknownTable"] = error.response["Error"]["Code"]

streams = boto3.client("dynamodbstreams", **options)
arn = table.latest_stream_arn
shard = streams.describe_stream(StreamArn=arn)["StreamDescription"]["Shards"][0]["ShardId"]
iterator = streams.get_shard_iterator(StreamArn=arn, ShardId=shard, ShardIteratorType="TRIM_HORIZON")["ShardIterator"]
records = streams.get_records(ShardIterator=iterator)["Records"]
results["streams"] = {
    "listed": len(streams.list_streams(TableName="orders")["Streams"]),
    "events": [records[0]["eventName"], records[-1]["eventName"]],
    "count": len(records),
    "photo": records[0]["dynamodb"]["NewImage"]["photo"]["B"],
    "old": records[-1]["dynamodb"]["OldImage"]["status"],
}

table.delete()
table.wait_until_not_exists()
results["tables"] = client.list_tables()["TableNames"]
print(json.dumps(results, default=plain))
