"""A proxy before an S3 server that checks signatures with AWS's own code and makes what goes wrong in networks."""

import http.client
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from botocore.auth import S3SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials


def refusal(code, message, more=""):
    return (f'<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>{code}</Code><Message>{message}</Message>{more}'
            f"<RequestId>{FaultyProxy.REQUEST_ID}</RequestId></Error>").encode()


class FaultyProxy:
    """Passes requests on to 127.0.0.1:port. `fault`, when set, is asked first: it is given each request and returns None or
    (status, headers, body, bytes of the body to send before the connection is cut, or None)."""

    REQUEST_ID = "4442587FB7D0A2F9"

    def __init__(self, port, access_key, secret_key):
        self.port, self.access_key, self.secret_key = port, access_key, secret_key
        self.fault = None
        self.requests = []  # (path, headers) of each
        self.lock = threading.Lock()
        proxy = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                proxy.answer(self)

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def answer(self, request):
        headers = {name.lower(): value for name, value in request.headers.items()}
        with self.lock:
            self.requests.append((request.path, headers))
            reply = self.fault(request.path, headers) if self.fault else None
        if reply is None and not self.signature_fits(request.path, headers):
            reply = (403, {}, refusal("SignatureDoesNotMatch", "botocore signs it otherwise"), None)
        if reply is None:
            reply = self.pass_on(request, headers)
        self.send(request, *reply)

    def signature_fits(self, path, headers):
        found = re.fullmatch(r"AWS4-HMAC-SHA256 Credential=([^/]+)/\d+/([^/]+)/s3/aws4_request, ?SignedHeaders=([^,]+), ?"
                             r"Signature=([0-9a-f]{64})", headers.get("authorization", ""))
        if not found:
            return "authorization" not in headers  # an anonymous request; the server decides
        access_key, region, signed, signature = found.groups()
        if access_key != self.access_key:
            return False
        wanted = AWSRequest("GET", f"http://{headers['host']}{path}", {name: headers[name] for name in signed.split(";")})
        wanted.context["timestamp"] = headers["x-amz-date"]
        signer = S3SigV4Auth(Credentials(self.access_key, self.secret_key, headers.get("x-amz-security-token")), "s3", region)
        text = signer.string_to_sign(wanted, signer.canonical_request(wanted))
        return signer.signature(text, wanted) == signature

    def pass_on(self, request, headers):
        server = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            server.putrequest("GET", request.path, skip_host=True, skip_accept_encoding=True)
            for name, value in headers.items():
                server.putheader(name, value)
            server.endheaders()
            answer = server.getresponse()
            kept = {name: value for name, value in answer.getheaders()
                    if name.lower() not in ("connection", "transfer-encoding", "content-length", "date", "server")}
            return answer.status, kept, answer.read(), None
        finally:
            server.close()

    @staticmethod
    def send(request, status, headers, body, cut):
        request.send_response(status)
        for name, value in headers.items():
            request.send_header(name, value)
        request.send_header("Content-Length", str(len(body)))
        request.end_headers()
        request.wfile.write(body[:cut])
        if cut is not None:
            request.wfile.flush()
            request.close_connection = True
            request.connection.shutdown(2)
