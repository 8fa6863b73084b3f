"""s3_as_boto3_sees_it.py ENGINE TOOL: a bucket that boto3 filled in moto's server is read as boto3 lists it.

Between them stands a proxy that checks every signature with botocore's own code, cuts connections, refuses, redirects.
"""

import json
import logging
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import boto3
from faulty_proxy import FaultyProxy, refusal
from moto.server import ThreadedMotoServer

REGION = "eu-central-1"
BUCKET = "dogs"
SECRETS = {"AWS_ACCESS_KEY_ID": "AKIDEXAMPLE", "AWS_SECRET_ACCESS_KEY": "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
           "AWS_SESSION_TOKEN": "IQoJb3JpZ2luX2VjEXAMPLETOKEN//////////wEaCXVzLWVhc3Q="}
ODD_KEYS = ["a b/space in a name.ppm", "a b/plus+plus.ppm", "a b/percent%25 and %2B and 100%.ppm", "a b/question?x=1&y.ppm",
            "a b/quote'\"and#hash;semi,comma!(x)*[y].ppm", "a b/tilde~ and-dash_.ppm", "a b/equals=and@and:colon.ppm",
            "ünï/狗 🐕.ppm", "ünï/e\u0301 composed.ppm", "tree/deep/deeper/leaf.ppm", "dots/a..b/...ppm.ppm", "lying.JPG"]
LARGE_KEY = "a b/large.ppm"
PUBLIC_KEY = "pictures/tree/deep/deeper/leaf.ppm"  # the others need a signature


def picture(number, width=4, height=4):
    """A PPM file and its pixels, which differ from those of every other number."""
    pixels = bytes((number * 31 + (number >> 8) * 7 * i + i * i * (number % 13 + 1)) % 256 for i in range(3 * width * height))
    pixels = number.to_bytes(3, "big") + pixels[3:]
    return b"P6\n%d %d\n255\n" % (width, height) + pixels, pixels


def fill(client):
    """Returns the pixels that were stored under each key."""
    client.create_bucket(Bucket=BUCKET, CreateBucketConfiguration={"LocationConstraint": REGION})
    keys = [f"pictures/class {number % 3}/{number:05}.ppm" for number in range(1100)]
    keys += ["pictures/" + key for key in ODD_KEYS]
    stored = {}
    for number, key in enumerate(keys):
        content, stored[key] = picture(number)
        client.put_object(Bucket=BUCKET, Key=key, Body=content)
    content, stored["pictures/" + LARGE_KEY] = picture(len(keys), 300, 200)
    client.put_object(Bucket=BUCKET, Key="pictures/" + LARGE_KEY, Body=content)
    for nothing in ("pictures/", "pictures/a b/", "pictures/a b/empty.ppm"):  # as file browsers make folders
        client.put_object(Bucket=BUCKET, Key=nothing, Body=b"")
    client.put_object(Bucket=BUCKET, Key="pictures/notes.txt", Body=b"not a picture")
    client.put_object(Bucket=BUCKET, Key="pictures2/elsewhere.ppm", Body=picture(5)[0])
    client.put_bucket_acl(Bucket=BUCKET, ACL="public-read")
    client.put_object_acl(Bucket=BUCKET, Key=PUBLIC_KEY, ACL="public-read")
    return stored


def listed(client, prefix):
    """The pictures under a folder in boto3's order, with the folder that holds each."""
    pages = client.get_paginator("list_objects_v2").paginate(Bucket=BUCKET, Prefix=prefix)
    objects = [each for page in pages for each in page["Contents"]]
    return [(each["Key"], each["Key"].split("/")[-2]) for each in objects
            if each["Size"] > 0 and each["Key"].lower().endswith((".ppm", ".jpg"))]


class Reader:
    """Our reader, as a program of its own with settings and secrets."""

    def __init__(self, tool, proxy, folder):
        self.tool, self.proxy, self.folder = tool, proxy, folder
        self.caches = 0

    def settings(self, **changed):
        self.caches += 1
        chosen = {"data.source": "s3", "data.path": f"s3://{BUCKET}/pictures", "data.s3_endpoint": self.proxy.address,
                  "data.s3_region": REGION, "data.cache_path": self.folder / f"cache-{self.caches}", "data.cache_limit": 1}
        for name, value in changed.items():
            chosen["data." + name] = value
        return [f"{name}={value}" for name, value in chosen.items()]

    def environment(self, **secrets):
        kept = {name: value for name, value in os.environ.items() if not name.startswith("AWS_") and "proxy" not in name.lower()}
        return {**kept, "HOME": str(self.folder), "AWS_EC2_METADATA_DISABLED": "true", **SECRETS, **secrets}

    def run(self, secrets=None, **changed):
        self.proxy.requests.clear()
        command = [self.tool, *map(str, self.settings(**changed))]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              env=self.environment(**(secrets or {})))
        check_no_secrets(done.stderr + done.stdout, "what the reader printed")
        return done

    def read(self, **changed):
        done = self.run(**changed)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    def error(self, *expected, secrets=None, **changed):
        done = self.run(secrets=secrets, **changed)
        assert done.returncode == 1, f"no error, although {expected} was expected"
        for text in expected:
            assert text in done.stderr, f"{text} is not in: {done.stderr}"
        return done.stderr


def check_no_secrets(text, where):
    for name, value in SECRETS.items():
        assert value not in text, f"{name} is in {where}"


def check_images(found, expected, stored, flat=False):
    """flat: all lie in the folder itself and have no labels."""
    classes = [] if flat else sorted({folder for _, folder in expected}, key=lambda name: name.encode())
    assert found["class_names"] == classes, (found["class_names"], classes)
    assert len(found["images"]) == len(expected)
    for image, (key, folder) in zip(found["images"], expected):
        assert image["pixels"] == stored[key].hex(), key
        assert image["label"] == -1 if flat else classes[image["label"]] == folder, (key, image["label"])


def reads_what_boto3_lists(reader, client, stored):
    expected = listed(client, "pictures/")
    check_images(reader.read(), expected, stored)
    pages = [path for path, _ in reader.proxy.requests if "list-type=2" in path]
    assert len(pages) == 2 and "continuation-token=" in pages[1], pages
    assert len(reader.proxy.requests) == len(expected) + len(pages)
    assert all("authorization" in headers for _, headers in reader.proxy.requests)


def copies_are_used_until_an_etag_changes(reader, client, stored):
    cache = reader.folder / "kept"
    expected = listed(client, "pictures/a b/")
    path = f"s3://{BUCKET}/pictures/a b"
    check_images(reader.read(path=path, cache_path=cache), expected, stored, flat=True)
    check_images(reader.read(path=path, cache_path=cache), expected, stored, flat=True)
    assert not reader.proxy.requests, "a list of this hour and its copies are asked for again"
    key = expected[3][0]
    content, stored[key] = picture(60000)
    client.put_object(Bucket=BUCKET, Key=key, Body=content)
    check_images(reader.read(path=path, cache_path=cache, s3_listing_hours=0), expected, stored, flat=True)
    assert len(reader.proxy.requests) == 2, reader.proxy.requests  # the list and what changed
    # An object that changes after it was listed is not taken for the one that was.
    content, stored[key] = picture(60001)
    client.put_object(Bucket=BUCKET, Key=key, Body=content)
    check_images(reader.read(path=path, cache_path=cache), expected, {**stored, key: picture(60000)[1]}, flat=True)
    reader.read(path=path, cache_path=cache, s3_listing_hours=0)
    content, stored[key] = picture(60002)
    client.put_object(Bucket=BUCKET, Key=key, Body=content)
    for copy in (cache / "objects").rglob("*"):
        if copy.is_file():
            copy.unlink()
    reader.error("s3_changed", "412 PreconditionFailed", path=path, cache_path=cache)


def refusals_say_code_and_request(reader, client, stored):
    proxy = reader.proxy
    reader.error("s3_not_found", "404 NoSuchBucket", "request ", path="s3://no-such-bucket/pictures")
    reader.error("s3_no_images", path=f"s3://{BUCKET}/picture")
    wrong = {"AWS_SECRET_ACCESS_KEY": "another/secret+key"}
    text = reader.error("s3_bad_credentials", "403 SignatureDoesNotMatch", proxy.REQUEST_ID, secrets=wrong)
    assert "another/secret+key" not in text and len(proxy.requests) == 1
    denied = (403, {}, refusal("AccessDenied", "Access Denied"), None)
    proxy.fault = lambda path, headers: None if "list-type" in path else denied
    reader.error("s3_denied", f"403 AccessDenied (Access Denied; request {proxy.REQUEST_ID})", f"s3://{BUCKET}/pictures/a b/")
    bare = (403, {"x-amz-request-id": "IN-A-HEADER"}, b"", None)  # as a gateway refuses
    proxy.fault = lambda path, headers: bare
    reader.error("s3_denied", "403 (request IN-A-HEADER)")
    busy = (503, {}, refusal("SlowDown", "Please reduce your request rate."), None)
    proxy.fault = lambda path, headers: busy
    reader.error("s3_unavailable", "503 SlowDown", proxy.REQUEST_ID)
    assert len(proxy.requests) == 6, len(proxy.requests)
    proxy.fault = lambda path, headers: busy if len(proxy.requests) % 2 else None
    path = f"s3://{BUCKET}/pictures/tree"
    check_images(reader.read(path=path), listed(client, "pictures/tree/"), stored)


def a_cut_connection_is_taken_up_where_it_broke(reader, client, stored):
    proxy, cuts = reader.proxy, []

    def cut(path, headers):
        if "large.ppm" not in path or "range" in headers:
            return None
        content = client.get_object(Bucket=BUCKET, Key="pictures/" + LARGE_KEY)
        cuts.append(path)
        return 200, {"ETag": content["ETag"]}, content["Body"].read(), 100_000

    proxy.fault = cut
    check_images(reader.read(path=f"s3://{BUCKET}/pictures/a b"), listed(client, "pictures/a b/"), stored, flat=True)
    ranges = [headers["range"] for path, headers in proxy.requests if "range" in headers]
    assert len(cuts) == 1 and len(ranges) == 1, (cuts, ranges)
    assert 0 < int(ranges[0].removeprefix("bytes=").removesuffix("-")) <= 100_000, ranges


def a_wrong_region_is_corrected_once(reader, client, stored):
    def elsewhere(path, headers):
        if f"/{REGION}/s3/" in headers["authorization"]:
            return None
        return 400, {}, refusal("AuthorizationHeaderMalformed", "the region is wrong", f"<Region>{REGION}</Region>"), None

    reader.proxy.fault = elsewhere
    path = f"s3://{BUCKET}/pictures/ünï"
    check_images(reader.read(path=path, s3_region="us-west-2"), listed(client, "pictures/ünï/"), stored, flat=True)
    wrong = [path for path, headers in reader.proxy.requests if "/us-west-2/s3/" in headers["authorization"]]
    assert len(wrong) == 1 and len(reader.proxy.requests) == 4, reader.proxy.requests


def redirects_carry_no_credentials_to_another_host(reader, client, stored):
    other = FaultyProxy(reader.proxy.port, SECRETS["AWS_ACCESS_KEY_ID"], SECRETS["AWS_SECRET_ACCESS_KEY"])
    reader.proxy.fault = lambda path, headers: (
        None if "list-type" in path else (307, {"Location": other.address + path}, b"", None))
    path = f"s3://{BUCKET}/pictures/tree"
    check_images(reader.read(path=path), listed(client, "pictures/tree/"), stored)
    assert len(other.requests) == 1
    for _, headers in other.requests:
        assert not [name for name in headers if name == "authorization" or name.startswith("x-amz-")], headers
        check_no_secrets(str(headers), "a redirected request")


def anonymous_requests_are_not_signed(reader, client, stored):
    path = f"s3://{BUCKET}/pictures/tree"
    check_images(reader.read(path=path, s3_anonymous="true"), listed(client, "pictures/tree/"), stored)
    assert reader.proxy.requests
    for _, headers in reader.proxy.requests:
        assert "authorization" not in headers and "x-amz-security-token" not in headers
    reader.error("s3_denied", "403", path=f"s3://{BUCKET}/pictures/a b", s3_anonymous="true")


def the_bucket_may_stand_before_the_host(reader, client, stored):
    endpoint = reader.proxy.address.replace("127.0.0.1", "localhost")
    path = f"s3://{BUCKET}/pictures/ünï"
    check_images(reader.read(path=path, s3_endpoint=endpoint, s3_path_style="never"), listed(client, "pictures/ünï/"), stored, flat=True)
    for path, headers in reader.proxy.requests:
        assert headers["host"].startswith(BUCKET + ".localhost:") and not path.startswith("/" + BUCKET)


def an_inspection_finds_what_boto3_lists(reader, engine, client, stored):
    command = [engine, "data", "inspect", f"s3://{BUCKET}/pictures", "--resolution", "8", "--json"]
    for setting in reader.settings()[2:]:
        command += ["--set", setting]
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          env=reader.environment())
    assert done.returncode == 0, done.stderr
    check_no_secrets(done.stdout + done.stderr, "what the engine printed")
    found = json.loads(done.stdout.strip().splitlines()[-1])
    expected = listed(client, "pictures/")
    assert found["images"] == len(expected) and found["source"] == "s3", found["images"]
    classes = sorted({folder for _, folder in expected}, key=lambda name: name.encode())
    counts = [{"name": name, "images": sum(folder == name for _, folder in expected)} for name in classes]
    assert found["classes"] == counts, found["classes"]
    assert found["sizes"] == [{"width": 4, "height": 4, "images": len(expected) - 1}, {"width": 300, "height": 200, "images": 1}]
    pixels = b"".join(stored[key] for key, _ in expected)
    for channel in range(3):
        values = pixels[channel::3]
        assert abs(found["mean"][channel] - sum(values) / len(values)) < 1e-9, found["mean"]
    assert found["passed_over"] == [{"kind": "empty", "files": 1, "names": ["a b/empty.ppm"]},
                                    {"kind": "txt", "files": 1, "names": ["notes.txt"]}], found["passed_over"]
    assert found["damaged"] == [] and found["duplicates"]["surplus"] == 0 and found["small"] == len(expected) - 1
    assert [warning["id"] for warning in found["warnings"]] == ["inspect_small_images"], found["warnings"]


def a_run_trains_on_a_bucket_and_keeps_no_secret(reader, engine):
    out = reader.folder / "run"
    command = [engine, "train", "--preset", "shapes-dcgan", "--data", f"s3://{BUCKET}/pictures", "--out", out, "--steps", "3",
               "--json", "--set", "data.resolution=32", "--set", "data.batch_size=8", "--set", "data.workers=3"]
    for setting in reader.settings()[2:]:
        command += ["--set", setting]
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          env=reader.environment())
    assert done.returncode == 0, done.stderr
    check_no_secrets(done.stdout + done.stderr, "what the engine printed")
    assert len({headers["authorization"] for _, headers in reader.proxy.requests}) > 3
    files = [file for file in reader.folder.rglob("*") if file.is_file()]
    assert any(file.name == "journal.log" for file in files) and any("objects" in file.parts for file in files)
    for file in files:
        content = file.read_bytes()
        for name, value in SECRETS.items():
            assert value.encode() not in content, f"{name} is in {file}"


def main():
    engine, tool = sys.argv[1:]
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    client = boto3.client("s3", endpoint_url=f"http://{host}:{port}", region_name=REGION, aws_access_key_id="filler",
                          aws_secret_access_key="filler")
    stored = fill(client)
    proxy = FaultyProxy(port, SECRETS["AWS_ACCESS_KEY_ID"], SECRETS["AWS_SECRET_ACCESS_KEY"])
    checks = [reads_what_boto3_lists, copies_are_used_until_an_etag_changes, refusals_say_code_and_request,
              a_cut_connection_is_taken_up_where_it_broke, a_wrong_region_is_corrected_once,
              redirects_carry_no_credentials_to_another_host, anonymous_requests_are_not_signed,
              the_bucket_may_stand_before_the_host]
    with tempfile.TemporaryDirectory(prefix="gan-s3-") as folder:
        reader = Reader(tool, proxy, Path(folder))
        for check in checks:
            proxy.fault = None
            check(reader, client, stored)
            print(f"{check.__name__.replace('_', ' ')}: holds", flush=True)
        proxy.fault = None
        an_inspection_finds_what_boto3_lists(reader, engine, client, stored)
        print("an inspection finds what boto3 lists: holds")
        proxy.requests.clear()
        a_run_trains_on_a_bucket_and_keeps_no_secret(reader, engine)
        print("a run trains on a bucket and keeps no secret: holds")
    server.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
